-- Close-out of a night: who closed it, the figures that were locked with a name, and the devices of check-in, so that acts
-- which are still on a device are waited for. See docs/decisions/0038-close-out.md.

-- A night that is closed: no device keeps its list any more. It can be opened again until it is locked.
create table night_closings (
  night date primary key,
  closed_at timestamptz not null,
  -- By the clock of the database, as `arrival_events.recorded_at`: later acts are shown as such.
  recorded_at timestamptz not null default clock_timestamp(),
  -- No reference to the account: an account can be deleted, and the entry must not change with it. Null for the nightly job.
  actor_id uuid,
  actor_name text not null,
  -- Reason for closing while a device has acts that are not sent.
  reason text not null default '' check (length(reason) <= 500)
);
create trigger night_closings_announced after insert or delete on night_closings for each statement
  execute function announce_change('arrivals');

-- The figures of a closed night, locked with a name. The primary key refuses a second lock, the reference refuses opening
-- the night again, and the trigger refuses every change: later corrections are ledger lines of their own.
create table night_locks (
  night date primary key references night_closings (night),
  locked_at timestamptz not null,
  actor_id uuid not null,
  actor_name text not null,
  figures jsonb not null,
  -- The ledger lines that the figures contain. Lines are inserted by transactions that overlap with the lock, so no moment
  -- separates those before from those after it.
  line_ids uuid[] not null,
  cash_expected_cents integer not null,
  cash_counted_cents integer not null check (cash_counted_cents between 0 and 100000000),
  note text not null default '' check (length(note) <= 500),
  constraint night_locks_difference_has_note check (cash_counted_cents = cash_expected_cents or note <> '')
);

create function refuse_night_lock_change() returns trigger language plpgsql as $$
begin
  raise exception 'the figures of a locked night are never changed: correct the ledger with lines of its own'
    using errcode = 'restrict_violation';
end
$$;
create trigger night_locks_kept before update or delete on night_locks
  for each row execute function refuse_night_lock_change();
create trigger night_locks_not_emptied before truncate on night_locks
  for each statement execute function refuse_night_lock_change();
create trigger night_locks_announced after insert on night_locks for each statement
  execute function announce_change('arrivals');

-- A device with the list of a night: when the server heard from it last, and how many acts it had not sent then.
create table check_in_devices (
  night date not null,
  device_id uuid not null,
  name text not null check (name <> '' and length(name) <= 120),
  heard_at timestamptz not null,
  unsent integer not null check (unsent between 0 and 100000),
  primary key (night, device_id)
);

alter table venue
  -- Addresses that receive the figures of a locked night, separated by commas; empty for all managers and owners.
  add column close_out_emails text not null default '' check (length(close_out_emails) <= 1000),
  -- Whether the job at 6 AM marks guests who never came as no-shows and closes the night without a person.
  add column close_out_unattended boolean not null default false;
