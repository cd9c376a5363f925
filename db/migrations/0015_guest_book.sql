-- The list of reservations as staff search, sort and count it, quick at a million of them.

alter table reservations
  add column staff_note text not null default '' check (length(staff_note) <= 4000),
  -- What came in and what went back, kept beside the reservation so that a list of them need not add it up.
  add column received_cents integer not null default 0,
  add column refunded_cents integer not null default 0;

create function note_received() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.received_cents = new.received_cents and (old.status = 'paid') = (new.status = 'paid') then
    return null;
  end if;
  update reservations set received_cents =
    (select coalesce(sum(received_cents), 0) from checkouts where reservation_id = new.reservation_id and status = 'paid')
  where id = new.reservation_id;
  return null;
end
$$;
create trigger checkouts_received after insert or update of received_cents, status on checkouts
  for each row when (new.status = 'paid') execute function note_received();

create function note_refunded() returns trigger language plpgsql as $$
begin
  update reservations set refunded_cents =
    (select coalesce(sum(amount_cents), 0) from refunds where reservation_id = new.reservation_id and status <> 'failed')
  where id = new.reservation_id;
  return null;
end
$$;
create trigger refunds_refunded after insert or update of amount_cents, status on refunds
  for each row execute function note_refunded();

update reservations r set
  received_cents = (select coalesce(sum(c.received_cents), 0) from checkouts c where c.reservation_id = r.id and c.status = 'paid'),
  refunded_cents = (select coalesce(sum(f.amount_cents), 0) from refunds f where f.reservation_id = r.id and f.status <> 'failed')
where exists (select from checkouts c where c.reservation_id = r.id and c.status = 'paid');

-- What a reservation has earned the house: what was received less what went back. One that was paid without a payment
-- of ours, at the door or before, has earned its price; an unpaid or cancelled one nothing.
create function earned_cents(status text, payment_status text, total integer, received integer, refunded integer)
  returns integer language sql immutable parallel safe
  return case
    when status = 'cancelled' then 0
    when received > 0 then greatest(received - refunded, 0)
    when payment_status = 'paid' then total
    else 0
  end;

-- How many there are of each kind, as changes that only ever are added: guests who book at once do not wait for each
-- other over a count. They are put together now and then.
create table reservation_tallies (
  id bigint primary key generated always as identity,
  reservation_type text not null,
  status text not null,
  reservations bigint not null,
  earned_cents bigint not null
);

create function tally_reservations() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into reservation_tallies (reservation_type, status, reservations, earned_cents)
    select reservation_type, status, count(*), sum(earned_cents(status, payment_status, total_price_cents, received_cents, refunded_cents))
    from after_rows where deleted_at is null group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into reservation_tallies (reservation_type, status, reservations, earned_cents)
    select reservation_type, status, -count(*), -sum(earned_cents(status, payment_status, total_price_cents, received_cents, refunded_cents))
    from before_rows where deleted_at is null group by 1, 2;
  else
    insert into reservation_tallies (reservation_type, status, reservations, earned_cents)
    select reservation_type, status, sum(n), sum(cents) from (
      select reservation_type, status, 1 as n, earned_cents(status, payment_status, total_price_cents, received_cents, refunded_cents) as cents
      from after_rows where deleted_at is null
      union all
      select reservation_type, status, -1, -earned_cents(status, payment_status, total_price_cents, received_cents, refunded_cents)
      from before_rows where deleted_at is null
    ) changes
    group by 1, 2 having sum(n) <> 0 or sum(cents) <> 0;
  end if;
  return null;
end
$$;
create trigger reservations_tallied_new after insert on reservations referencing new table as after_rows
  for each statement execute function tally_reservations();
create trigger reservations_tallied after update on reservations referencing old table as before_rows new table as after_rows
  for each statement execute function tally_reservations();
create trigger reservations_tallied_gone after delete on reservations referencing old table as before_rows
  for each statement execute function tally_reservations();

insert into reservation_tallies (reservation_type, status, reservations, earned_cents)
select reservation_type, status, count(*), sum(earned_cents(status, payment_status, total_price_cents, received_cents, refunded_cents))
from reservations where deleted_at is null group by 1, 2;

-- What staff type into the search is looked for in this: name, e-mail, the phone as it was written and as bare digits.
create function guest_words(name text, email text, phone text) returns text language sql immutable parallel safe
  return lower(name || E'\n' || email || E'\n' || coalesce(phone, '') || E'\n' || regexp_replace(coalesce(phone, ''), '\D', '', 'g'));
create index reservations_words on reservations using gin (guest_words(guest_name, guest_email, guest_phone) gin_trgm_ops)
  where deleted_at is null;
-- How common a word is decides between looking it up and leafing through the newest: that is worth knowing exactly.
alter index reservations_words alter column 1 set statistics 1000;

create index reservations_when on reservations (starts_at desc, id desc) where deleted_at is null;
create index reservations_by_name on reservations (lower(guest_name), id) where deleted_at is null;
create index reservations_by_total on reservations (total_price_cents, id) where deleted_at is null;
create index reservations_status on reservations (status, created_at desc, id desc) where deleted_at is null;
create index reservations_bin on reservations (deleted_at) where deleted_at is not null;
