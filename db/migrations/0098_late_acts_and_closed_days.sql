-- The dates from which events were moved: an arrival of a guest on a list that a device recorded without a network, and sends after the
-- move, belongs to the night on which it happened. See docs/decisions/0059-arrivals-belong-to-a-night.md.
-- Staff can undo for a few seconds that they closed a day. See docs/decisions/0064-closing-a-day-can-be-undone.md.
-- while serving: the table is new, `events` gets a trigger, and `venue_special_days` empty columns: both are locked for a moment. The older
-- version moves events as before; it refuses such arrivals, and the devices keep them. It closes a day for good.

create table former_event_nights (
  event_id uuid not null references events (id) on delete cascade,
  night date not null,
  starts_at timestamptz not null,
  moved_at timestamptz not null default now(),
  primary key (event_id, night)
);

create function keep_former_event_night() returns trigger language plpgsql as $$
begin
  insert into former_event_nights (event_id, night, starts_at) values (old.id, old.date, old.starts_at)
  on conflict (event_id, night) do update set starts_at = excluded.starts_at, moved_at = excluded.moved_at;
  return null;
end
$$;
create trigger events_former_night after update of date on events for each row
  when (old.date <> new.date) execute function keep_former_event_night();

-- As before, and the same for a guest on a list.
create or replace function set_arrival_night() returns trigger language plpgsql as $$
begin
  new.night := coalesce(
    (select e.night from arrival_events e where e.id = new.undoes_id),
    (select coalesce(f.night, r.business_date) from reservations r
      left join former_nights f on f.reservation_id = r.id and f.night = business_day_of(new.happened_at)
        and f.night < r.business_date
      where r.id = new.reservation_id),
    (select coalesce(f.night, ev.date) from guest_list_entries n join guest_lists l on l.id = n.list_id
      join events ev on ev.id = l.event_id
      left join former_event_nights f on f.event_id = ev.id and f.night = business_day_of(new.happened_at) and f.night < ev.date
      where n.id = new.entry_id));
  return new;
end
$$;

alter table venue_special_days
  -- Until then the parties in line are not told.
  add column undo_until timestamptz,
  -- The day before it was set, and the changes of its reservations.
  add column undo jsonb;
