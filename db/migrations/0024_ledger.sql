-- One ledger: every movement of money is a line that is never changed or deleted, and every figure is a sum of lines.
-- See docs/decisions/0011-one-ledger.md.
--
-- while serving: payments and changes of reservations wait while the ledger is filled and checked, and at the very end
-- reservations cannot be read either; about 20 seconds for each million of paid reservations. The older version goes on
-- serving: the triggers below write its payments, refunds, disputes and its sales at the venue into the ledger.

-- Nothing is paid, given back or booked between the filling of the ledger and the proof that it is complete.
lock table reservations, checkouts, refunds, payment_exceptions in share row exclusive mode;

-- The business day of a moment: it rolls over at 6 AM by the venue's clock.
create function business_day_of(moment timestamptz) returns date
  language sql immutable parallel safe
  return ((moment at time zone 'America/Chicago') - interval '6 hours')::date;

-- A guest's dispute with their bank, as the provider last described it.
create table disputes (
  id text primary key,
  checkout_id uuid not null references checkouts (id),
  reservation_id uuid not null references reservations (id),
  amount_cents integer not null check (amount_cents > 0),
  status text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index disputes_checkout on disputes (checkout_id);

-- Amounts are signed: positive into the venue's hands, negative out of them.
create table ledger_lines (
  id uuid primary key default new_id(),
  -- Names the event that the line records, so that one event never makes two lines.
  source_key text not null unique check (length(source_key) between 3 and 200),
  kind text not null check (kind in ('payment', 'payment_reversed', 'refund', 'refund_reversed', 'dispute_lost',
    'dispute_won', 'transfer', 'comp', 'discount')),
  method text check (method in ('online', 'cash', 'card')),
  amount_cents integer not null default 0 check (abs(amount_cents) <= 100000000),
  -- By how much a comp or a discount lowers what is due. It is no money. Negative where one is taken back.
  allowance_cents integer not null default 0 check (abs(allowance_cents) <= 100000000),
  reservation_id uuid not null references reservations (id),
  checkout_id uuid references checkouts (id),
  refund_id uuid references refunds (id),
  dispute_id text references disputes (id),
  -- The line that this one takes back.
  reverses_id uuid unique references ledger_lines (id),
  -- The business date that the money is for.
  night date not null,
  moved_at timestamptz not null,
  -- The business date on which it moved. A transfer between nights, a comp and a discount move nothing.
  moved_on date generated always as
    (case when kind not in ('transfer', 'comp', 'discount') then business_day_of(moved_at) end) stored,
  -- No reference to the account: an account can be deleted, and the line must not change with it.
  actor_id uuid,
  actor_name text,
  reason text check (length(reason) <= 500),
  created_at timestamptz not null default now(),
  check (case kind
    when 'payment' then amount_cents > 0
    when 'payment_reversed' then amount_cents < 0
    when 'refund' then amount_cents < 0
    when 'refund_reversed' then amount_cents > 0
    when 'dispute_lost' then amount_cents < 0
    when 'dispute_won' then amount_cents > 0
    when 'transfer' then amount_cents <> 0 or allowance_cents <> 0
    else amount_cents = 0 and allowance_cents <> 0 end),
  check (kind in ('comp', 'discount', 'transfer') or allowance_cents = 0),
  check ((method is null) = (amount_cents = 0)),
  check (kind not in ('dispute_lost', 'dispute_won') or (dispute_id is not null and method = 'online')),
  -- Money at the venue is given back, corrected or waived by somebody, with a reason.
  check (coalesce(reason, '') <> '' or method = 'online' or kind in ('payment', 'transfer'))
);

create index ledger_lines_reservation on ledger_lines (reservation_id);
create index ledger_lines_checkout on ledger_lines (checkout_id) where checkout_id is not null;
create index ledger_lines_night on ledger_lines (night) include (kind, method, amount_cents, allowance_cents, moved_on);
create index ledger_lines_moved on ledger_lines (moved_on) include (kind, method, amount_cents, night)
  where moved_on is not null;

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'a line of the ledger is never changed or deleted: write one that takes it back'
    using errcode = 'restrict_violation';
end
$$;
create trigger ledger_lines_kept before update or delete on ledger_lines
  for each row execute function refuse_ledger_change();
create trigger ledger_lines_not_emptied before truncate on ledger_lines
  for each statement execute function refuse_ledger_change();

-- Fill it from what there is. Each statement has its counterpart in a trigger below.
insert into ledger_lines (source_key, kind, method, amount_cents, reservation_id, checkout_id, night, moved_at)
select 'checkout:' || c.id, 'payment', 'online', c.received_cents, c.reservation_id, c.id, r.business_date,
  coalesce(c.paid_at, c.created_at)
from checkouts c join reservations r on r.id = c.reservation_id
where c.status = 'paid' and c.received_cents > 0;

insert into ledger_lines
  (source_key, kind, method, amount_cents, reservation_id, checkout_id, refund_id, night, moved_at, reason)
select 'refund:' || f.id, 'refund', 'online', -f.amount_cents, f.reservation_id, f.checkout_id, f.id, r.business_date,
  f.created_at, coalesce(f.note, replace(f.reason, '_', ' '))
from refunds f join reservations r on r.id = f.reservation_id
where f.status <> 'failed';

-- Money taken at the venue, and what was noted as paid before payments were recorded one by one.
insert into ledger_lines (source_key, kind, method, amount_cents, reservation_id, night, moved_at, reason)
select 'venue:' || r.id, 'payment', coalesce(r.paid_at_venue, 'card'), r.total_price_cents, r.id, r.business_date,
  r.created_at, case when r.paid_at_venue is null then 'Noted as paid before payments were recorded one by one' end
from reservations r
where r.total_price_cents > 0 and (r.paid_at_venue is not null or (r.payment_status = 'paid'
  and not exists (select from checkouts c where c.reservation_id = r.id and c.status = 'paid')));

-- How a dispute stands was kept only in the words of the payment issue.
create function dispute_status_in(detail text) returns text
  language sql immutable parallel safe
  return substring(detail from 'It stands at: (\w+)');

insert into disputes (id, checkout_id, reservation_id, amount_cents, status, created_at)
select x.subject, x.checkout_id, x.reservation_id, x.amount_cents, dispute_status_in(x.detail), x.opened_at
from payment_exceptions x
where x.kind = 'dispute' and x.checkout_id is not null and x.reservation_id is not null and x.amount_cents > 0
  and dispute_status_in(x.detail) is not null;

insert into ledger_lines
  (source_key, kind, method, amount_cents, reservation_id, checkout_id, dispute_id, night, moved_at)
select 'dispute:' || d.id, 'dispute_lost', 'online', -d.amount_cents, d.reservation_id, d.checkout_id, d.id,
  r.business_date, d.created_at
from disputes d join reservations r on r.id = d.reservation_id
where d.status = 'lost';

-- What a reservation has brought in: received less refunded less lost in disputes, whatever its status.
create function earned_cents(received integer, refunded integer, disputed integer) returns integer
  language sql immutable parallel safe
  return received - refunded - disputed;

-- The older version asks with these; what was lost in disputes is not among them.
create or replace function earned_cents(status text, payment_status text, total integer, received integer, refunded integer)
  returns integer language sql immutable parallel safe
  return received - refunded;

-- How the payment of a reservation stands, from its ledger lines. Money that is still under way is no line, and its
-- status stays.
create function payment_status_from(was text, due integer, received integer, refunded integer, disputed integer)
  returns text language sql immutable parallel safe
  return case
    when received > 0 and refunded > 0 and refunded + disputed >= received then 'refunded'
    when received > 0 and refunded > 0 then 'partly_refunded'
    when received > 0 and received >= due then 'paid'
    when was in ('paid', 'partly_refunded', 'refunded') then 'none'
    else was end;

-- From here on reservations cannot be read until the migration is done.
alter table reservations
  add column disputed_cents integer not null default 0,
  add column allowance_cents integer not null default 0;

-- What Total Revenue has said so far, to be compared with the ledger below.
create temporary table revenue_before on commit drop as
select coalesce(sum(case
    when received_cents > 0 then greatest(received_cents - refunded_cents, 0)
    when payment_status = 'paid' then total_price_cents
    else 0 end), 0) as cents
from reservations where deleted_at is null and status <> 'cancelled';

-- Nobody is told of the filling, and no version is raised by it.
alter table reservations disable trigger user;
update reservations r set received_cents = l.received, refunded_cents = l.refunded, disputed_cents = l.disputed
from (
  select reservation_id,
    coalesce(sum(amount_cents) filter (where kind = 'payment'), 0)::integer as received,
    -coalesce(sum(amount_cents) filter (where kind = 'refund'), 0)::integer as refunded,
    -coalesce(sum(amount_cents) filter (where kind = 'dispute_lost'), 0)::integer as disputed
  from ledger_lines group by reservation_id
) l
where r.id = l.reservation_id
  and (r.received_cents, r.refunded_cents, r.disputed_cents) is distinct from (l.received, l.refunded, l.disputed);
alter table reservations enable trigger user;

-- The proof. A sum that differs stops the upgrade before anything of it is kept.
do $$
declare
  of_before bigint;
  of_ledger bigint;
  differing bigint;
begin
  select coalesce(sum(received_cents), 0) into of_before from checkouts where status = 'paid';
  select coalesce(sum(amount_cents), 0) into of_ledger from ledger_lines where kind = 'payment' and method = 'online';
  if of_before <> of_ledger then
    raise exception 'the ledger has % cents of online payments, the payments have %', of_ledger, of_before;
  end if;

  select coalesce(sum(amount_cents), 0) into of_before from refunds where status <> 'failed';
  select -coalesce(sum(amount_cents), 0) into of_ledger from ledger_lines where kind = 'refund';
  if of_before <> of_ledger then
    raise exception 'the ledger has % cents of refunds, the refunds have %', of_ledger, of_before;
  end if;

  select coalesce(sum(amount_cents), 0) into of_before from disputes where status = 'lost';
  select -coalesce(sum(amount_cents), 0) into of_ledger from ledger_lines where kind = 'dispute_lost';
  if of_before <> of_ledger then
    raise exception 'the ledger has % cents of lost disputes, the disputes have %', of_ledger, of_before;
  end if;

  -- Of the reservations that Total Revenue counted so far, and before disputes.
  select cents into of_before from revenue_before;
  select coalesce(sum(l.amount_cents), 0) into of_ledger
  from ledger_lines l join reservations r on r.id = l.reservation_id
  where r.deleted_at is null and r.status <> 'cancelled' and l.kind in ('payment', 'refund');
  if of_before <> of_ledger then
    raise exception 'the ledger has % cents of revenue where the lists had %', of_ledger, of_before;
  end if;

  select count(*) into differing
  from reservations r
  left join (select reservation_id, sum(amount_cents) as kept from ledger_lines group by 1) l on l.reservation_id = r.id
  where r.received_cents - r.refunded_cents - r.disputed_cents <> coalesce(l.kept, 0);
  if differing > 0 then
    raise exception '% reservations do not agree with their lines in the ledger', differing;
  end if;
end
$$;

-- The counters of the lists follow the new definition.
create or replace function tally_reservations() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into reservation_tallies (reservation_type, status, reservations, earned_cents)
    select reservation_type, status, count(*), sum(earned_cents(received_cents, refunded_cents, disputed_cents))
    from after_rows where deleted_at is null group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into reservation_tallies (reservation_type, status, reservations, earned_cents)
    select reservation_type, status, -count(*), -sum(earned_cents(received_cents, refunded_cents, disputed_cents))
    from before_rows where deleted_at is null group by 1, 2;
  else
    insert into reservation_tallies (reservation_type, status, reservations, earned_cents)
    select reservation_type, status, sum(n), sum(cents) from (
      select reservation_type, status, 1 as n, earned_cents(received_cents, refunded_cents, disputed_cents) as cents
      from after_rows where deleted_at is null
      union all
      select reservation_type, status, -1, -earned_cents(received_cents, refunded_cents, disputed_cents)
      from before_rows where deleted_at is null
    ) changes
    group by 1, 2 having sum(n) <> 0 or sum(cents) <> 0;
  end if;
  return null;
end
$$;
delete from reservation_tallies;
insert into reservation_tallies (reservation_type, status, reservations, earned_cents)
select reservation_type, status, count(*), sum(earned_cents(received_cents, refunded_cents, disputed_cents))
from reservations where deleted_at is null group by 1, 2;

-- Money that deleted reservations left behind: it is in the figures of its night, and in no list.
create index reservations_deleted_with_money on reservations (event_id)
  where deleted_at is not null and (received_cents - refunded_cents - disputed_cents) <> 0;

-- From here on lines come from triggers, and what a reservation has received, given back and lost follows its lines.
drop trigger checkouts_received on checkouts;
drop trigger refunds_refunded on refunds;
drop function note_received();
drop function note_refunded();

create function apply_ledger_lines() returns trigger language plpgsql as $$
begin
  update reservations r set
    received_cents = r.received_cents + l.received,
    refunded_cents = r.refunded_cents + l.refunded,
    disputed_cents = r.disputed_cents + l.disputed,
    allowance_cents = r.allowance_cents + l.allowance,
    payment_status = payment_status_from(r.payment_status, r.total_price_cents - r.allowance_cents - l.allowance,
      r.received_cents + l.received, r.refunded_cents + l.refunded, r.disputed_cents + l.disputed)
  from (
    select reservation_id,
      coalesce(sum(amount_cents) filter (where kind in ('payment', 'payment_reversed')), 0)::integer as received,
      -coalesce(sum(amount_cents) filter (where kind in ('refund', 'refund_reversed')), 0)::integer as refunded,
      -coalesce(sum(amount_cents) filter (where kind in ('dispute_lost', 'dispute_won')), 0)::integer as disputed,
      coalesce(sum(allowance_cents) filter (where kind in ('comp', 'discount')), 0)::integer as allowance
    from new_lines where kind <> 'transfer' group by reservation_id
  ) l
  where r.id = l.reservation_id;
  return null;
end
$$;
create trigger ledger_lines_applied after insert on ledger_lines referencing new table as new_lines
  for each statement execute function apply_ledger_lines();
create trigger ledger_lines_announced after insert on ledger_lines
  for each statement execute function announce_change('reservations');

-- Writes what is missing between the lines of one payment, refund or dispute and what it comes to now: nothing where it
-- was written before, however often it is reported.
create function write_ledger_difference(
  source text, target integer, kinds text[], of_reservation uuid, of_checkout uuid, of_refund uuid, of_dispute text,
  at timestamptz, by_actor uuid, because text
) returns void language plpgsql as $$
declare
  written integer;
  lines integer;
  night_of date;
begin
  -- A reservation that is moved to another night meanwhile takes the line along, or the line finds the new night.
  select business_date into strict night_of from reservations where id = of_reservation for no key update;
  select coalesce(sum(amount_cents), 0), count(*) into written, lines from ledger_lines
  where reservation_id = of_reservation and checkout_id = of_checkout and kind = any (kinds)
    and refund_id is not distinct from of_refund and dispute_id is not distinct from of_dispute;
  if target = written then
    return;
  end if;
  insert into ledger_lines (source_key, kind, method, amount_cents, reservation_id, checkout_id, refund_id, dispute_id,
    night, moved_at, actor_id, actor_name, reason)
  values (source || case when lines = 0 then '' else ':' || lines end,
    case when (target > written) = (kinds[1] = 'payment') then kinds[1] else kinds[2] end,
    'online', target - written, of_reservation, of_checkout, of_refund, of_dispute, night_of,
    case when lines = 0 then at else now() end, by_actor, (select name from staff_users where id = by_actor), because);
end
$$;

create function ledger_of_checkout() returns trigger language plpgsql as $$
begin
  perform write_ledger_difference('checkout:' || new.id, case when new.status = 'paid' then new.received_cents else 0 end,
    array['payment', 'payment_reversed'], new.reservation_id, new.id, null, null, coalesce(new.paid_at, now()), null, null);
  return null;
end
$$;
create trigger checkouts_in_ledger_new after insert on checkouts for each row
  when (new.status = 'paid') execute function ledger_of_checkout();
create trigger checkouts_in_ledger after update on checkouts for each row
  when ((old.status = 'paid', old.received_cents) is distinct from (new.status = 'paid', new.received_cents))
  execute function ledger_of_checkout();

-- Who of the staff promised a refund; null where a guest, the house itself or the provider did.
alter table refunds add column requested_by uuid references staff_users (id) on delete set null;

-- A refund is in the ledger from the moment it is promised; one that fails is taken back.
create function ledger_of_refund() returns trigger language plpgsql as $$
begin
  perform write_ledger_difference('refund:' || new.id, case when new.status = 'failed' then 0 else -new.amount_cents end,
    array['refund', 'refund_reversed'], new.reservation_id, new.checkout_id, new.id, null, new.created_at,
    new.requested_by, case when new.status = 'failed' then left('Failed: ' || coalesce(new.failure, 'no reason given'), 500)
      else coalesce(new.note, replace(new.reason, '_', ' ')) end);
  return null;
end
$$;
create trigger refunds_in_ledger_new after insert on refunds for each row
  when (new.status <> 'failed') execute function ledger_of_refund();
create trigger refunds_in_ledger after update on refunds for each row
  when ((old.status = 'failed', old.amount_cents) is distinct from (new.status = 'failed', new.amount_cents))
  execute function ledger_of_refund();

-- Money is lost when the dispute is, not while the bank holds it back; a lost one that is won after all brings it back.
create function ledger_of_dispute() returns trigger language plpgsql as $$
begin
  perform write_ledger_difference('dispute:' || new.id, case when new.status = 'lost' then -new.amount_cents else 0 end,
    array['dispute_lost', 'dispute_won'], new.reservation_id, new.checkout_id, null, new.id, now(), null, null);
  return null;
end
$$;
create trigger disputes_in_ledger after insert or update on disputes for each row execute function ledger_of_dispute();

-- The older version knows of a dispute only in the words of its payment issue.
create function note_dispute_of_issue() returns trigger language plpgsql as $$
begin
  insert into disputes (id, checkout_id, reservation_id, amount_cents, status)
  values (new.subject, new.checkout_id, new.reservation_id, new.amount_cents, dispute_status_in(new.detail))
  on conflict (id) do update set status = excluded.status, updated_at = now()
  where disputes.status <> excluded.status;
  return null;
end
$$;
create trigger payment_exceptions_dispute after insert or update of detail on payment_exceptions for each row
  when (new.kind = 'dispute' and new.checkout_id is not null and new.reservation_id is not null
    and new.amount_cents > 0 and dispute_status_in(new.detail) is not null)
  execute function note_dispute_of_issue();

-- The older version notes money at the venue in a column of the reservation.
create function ledger_of_venue_payment() returns trigger language plpgsql as $$
begin
  insert into ledger_lines (source_key, kind, method, amount_cents, reservation_id, night, moved_at)
  values ('venue:' || new.id, 'payment', new.paid_at_venue, new.total_price_cents, new.id, new.business_date,
    new.created_at);
  return null;
end
$$;
create trigger reservations_paid_at_venue after insert on reservations for each row
  when (new.paid_at_venue is not null and new.total_price_cents > 0) execute function ledger_of_venue_payment();

-- Money follows its reservation to another night: it leaves the one and comes to the other, and nothing moves that day.
create function ledger_follows_night() returns trigger language plpgsql as $$
begin
  insert into ledger_lines (source_key, kind, method, amount_cents, allowance_cents, reservation_id, night, moved_at)
  select 'transfer:' || gen_random_uuid(), 'transfer', case when way.sign * held.cents <> 0 then held.method end,
    way.sign * held.cents, way.sign * held.allowance, new.id, way.night, now()
  from (
    select method, night, sum(amount_cents)::integer as cents, sum(allowance_cents)::integer as allowance
    from ledger_lines where reservation_id = new.id and night <> new.business_date group by method, night
  ) held, lateral (values (held.night, -1), (new.business_date, 1)) as way (night, sign)
  where held.cents <> 0 or held.allowance <> 0;
  return null;
end
$$;
create trigger reservations_change_night after update of business_date on reservations for each row
  when (old.business_date <> new.business_date) execute function ledger_follows_night();

-- What can still be given back of an online payment: never more than is left of it, nor than is left of its reservation,
-- of which money may have gone back in cash.
create function left_of_checkout(of_checkout uuid) returns integer language sql stable
  return (
    select greatest(0, least(
      (select sum(l.amount_cents) from ledger_lines l where l.checkout_id = c.id),
      r.received_cents - r.refunded_cents - r.disputed_cents))::integer
    from checkouts c join reservations r on r.id = c.reservation_id where c.id = of_checkout
  );
