-- The arrival of a party is recorded beside the status of its reservation, as a list that only grows. The state of a party
-- is computed from its list, so that devices which record offline need no agreement on an order. See
-- docs/decisions/0031-arrivals-are-events.md.
create table arrival_events (
  -- Chosen by the device: an event that is sent twice is stored once.
  id uuid primary key,
  -- The order of recording, in which staff read the list.
  seq bigint generated always as identity,
  reservation_id uuid not null references reservations (id) on delete cascade,
  kind text not null check (kind in ('arrived', 'left', 'seated', 'no_show', 'undone')),
  guests smallint check (guests between 1 and 99),
  -- The table at which the party sat down.
  table_number smallint,
  -- The event that this one takes back. It is taken back once, also where two devices do so.
  undoes_id uuid unique references arrival_events (id) on delete cascade,
  -- By the clock of the device, corrected by its difference from the server's clock.
  happened_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  -- No reference to the account: an account can be deleted, and the event must not change with it.
  actor_id uuid not null,
  actor_name text not null,
  check ((kind in ('arrived', 'left')) = (guests is not null)),
  check ((kind = 'undone') = (undoes_id is not null)),
  check ((kind = 'seated') = (table_number is not null))
);
create index arrival_events_reservation on arrival_events (reservation_id, seq);
create index arrival_events_recorded on arrival_events (recorded_at);

create function refuse_arrival_change() returns trigger language plpgsql as $$
begin
  -- A reservation that is purged takes its events along: then another trigger runs this one.
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then
    return old;
  end if;
  raise exception 'an arrival is never changed or deleted: record one that takes it back'
    using errcode = 'restrict_violation';
end
$$;
create trigger arrival_events_kept before update or delete on arrival_events
  for each row execute function refuse_arrival_change();
create trigger arrival_events_announced after insert on arrival_events for each statement
  execute function announce_change('arrivals');

-- Marks that staff give a reservation: they are shown beside the guest's name on the night.
alter table reservations add column tags text[] not null default '{}';
alter table reservations add constraint reservations_tags
  check (tags <@ array['vip', 'regular', 'birthday', 'anniversary', 'allergy', 'access']) not valid;
alter table reservations validate constraint reservations_tags;
