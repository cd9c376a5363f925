-- Entry that the host of a party shares with friends. See docs/decisions/0047-links-sent-again-and-shared-entry.md.
-- while serving: the table is new. `arrival_events` and `reservations` are locked for moments: the new column is empty, and the
-- new check holds for every row that the older version writes.

create table entry_shares (
  id uuid primary key default new_id(),
  reservation_id uuid not null references reservations (id) on delete cascade,
  guest_name text not null check (guest_name <> '' and length(guest_name) <= 120),
  entry_code text not null unique default new_entry_code() check (length(entry_code) = 8),
  -- Taken back by the host.
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index entry_shares_reservation on entry_shares (reservation_id);
-- Devices at the entrance ask for what changed since their last answer.
create index entry_shares_updated on entry_shares (updated_at);
create trigger entry_shares_announced after insert or update on entry_shares for each statement
  execute function announce_change('arrivals');

-- The friend whose code was scanned. Two devices without a network may scan one code: it counts once.
alter table arrival_events add column share_id uuid references entry_shares (id);
alter table arrival_events
  add constraint arrival_events_of_friend check (share_id is null or (kind = 'arrived' and guests = 1)) not valid;
alter table arrival_events validate constraint arrival_events_of_friend;
create index arrival_events_share on arrival_events (share_id) where share_id is not null;

-- The names of friends go with that of their host.
create function anonymise_entry_shares() returns trigger language plpgsql as $$
begin
  update entry_shares set guest_name = new.guest_name, updated_at = now() where reservation_id = new.id;
  return null;
end
$$;
create trigger reservations_entry_shares after update of anonymised_at on reservations for each row
  when (new.anonymised_at is not null) execute function anonymise_entry_shares();
