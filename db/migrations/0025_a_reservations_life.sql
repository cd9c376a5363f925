-- A table is freed by cancelling, or by its party having left, never by a status alone. Acts of staff can be undone for
-- some seconds, and the email to the guest leaves only after that. Money that is kept is a recorded decision.
-- while serving: the older version knows none of the new columns. Its "completed" keeps the table from here on, and where
-- it deletes a reservation whose money is open, the database refuses.

alter table reservations
  -- When the party left: its table is free from then on, before the end of its time.
  add column left_at timestamptz,
  -- How much of the money staff decided to keep, and why.
  add column kept_cents integer not null default 0,
  add column kept_reason text check (length(kept_reason) <= 500),
  -- The status that a reservation had before it was deleted, which it has again when it is restored.
  add column deleted_status text check (deleted_status in ('pending', 'confirmed', 'cancelled', 'completed'));

create or replace function reservation_is_live(status text, deleted_at timestamptz) returns boolean
  language sql immutable parallel safe
  return status in ('pending', 'confirmed', 'completed') and deleted_at is null;

-- From when until when a reservation occupies its table.
create function reservation_occupies(starts_at timestamptz, ends_at timestamptz, left_at timestamptz) returns tstzrange
  language sql immutable parallel safe
  return tstzrange(starts_at, case when left_at > starts_at then least(left_at, ends_at) else ends_at end, '[)');

create or replace function reservation_claims_table() returns trigger language plpgsql as $$
declare
  occupied tstzrange := reservation_occupies(new.starts_at, new.ends_at, new.left_at);
  is_live boolean := reservation_is_live(new.status, new.deleted_at);
begin
  if tg_op = 'UPDATE' then
    if new.table_id is not distinct from old.table_id and new.second_table_id is not distinct from old.second_table_id then
      update table_claims set live = is_live, during = occupied
      where reservation_id = new.id and (live, during) is distinct from (is_live, occupied);
      return null;
    end if;
    delete from table_claims where reservation_id = new.id;
  end if;

  insert into table_claims (table_id, during, reservation_id, live)
  select claimed, occupied, new.id, is_live
  from unnest(array[new.table_id, new.second_table_id]) as claimed
  where claimed is not null
  -- Two transactions that claim the same pair do it in one order, so that neither waits for the other.
  order by claimed;
  return null;
end
$$;

drop trigger reservations_claim on reservations;
create trigger reservations_claim
  after insert or update of status, deleted_at, table_id, second_table_id, starts_at, ends_at, left_at
  on reservations for each row execute function reservation_claims_table();

-- Completed reservations whose time is not over have their tables again, unless another party has one by now.
update table_claims c set live = true
from reservations r
where r.id = c.reservation_id and not c.live and r.status = 'completed' and r.deleted_at is null and r.ends_at > now()
  and not exists (
    select from table_claims o
    left join reservations p on p.id = o.reservation_id
    where o.table_id = c.table_id and o.id <> c.id and o.during && c.during
      and (o.live or (p.status = 'completed' and p.deleted_at is null and o.id < c.id)));

-- What staff did to a reservation, for as long as it can be undone, and what follows from it once it cannot.
create table reservation_acts (
  id uuid primary key default new_id(),
  reservation_id uuid not null references reservations (id) on delete cascade,
  staff_user_id uuid references staff_users (id) on delete set null,
  kind text not null check (kind in ('status', 'moved', 'left', 'deleted', 'restored')),
  -- The columns as they were, and the status the act gave.
  before jsonb not null,
  status text not null check (status in ('pending', 'confirmed', 'cancelled', 'completed')),
  -- Why all that was paid goes back once the act cannot be undone any more; null where nothing does.
  refund_reason text check (length(refund_reason) <= 500),
  undo_until timestamptz not null,
  undone_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now()
);
create index reservation_acts_unfinished on reservation_acts (reservation_id, created_at)
  where undone_at is null and finished_at is null;
create index reservation_acts_reservation on reservation_acts (reservation_id);
create index reservation_acts_old on reservation_acts (created_at);

-- What was received, was not given back or lost to a dispute, and nobody has decided to keep. A refund that leaves as
-- soon as its act cannot be undone counts as decided.
create function reservation_open_cents(r reservations) returns integer language sql stable as $$
  select case
    when exists (select from reservation_acts a where a.reservation_id = r.id and a.refund_reason is not null
      and a.undone_at is null and a.finished_at is null) then 0
    -- Read by name: the column of lost disputes belongs to another migration.
    else greatest(0, r.received_cents - r.refunded_cents - r.kept_cents
      - coalesce((to_jsonb(r) ->> 'disputed_cents')::integer, 0))
  end
$$;

create function refuse_open_money() returns trigger language plpgsql as $$
begin
  if reservation_open_cents(new) > 0 then
    raise exception 'reservation % has open money and cannot be deleted', new.id using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger reservations_open_money before update of deleted_at on reservations for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function refuse_open_money();

-- A payment status stayed "pending" where staff gave a status while the guest was paying, and the guest never paid.
update reservations r set payment_status = 'none'
where payment_status = 'pending'
  and not exists (select from checkouts c where c.reservation_id = r.id and c.status in ('opening', 'open', 'processing', 'lost'));
