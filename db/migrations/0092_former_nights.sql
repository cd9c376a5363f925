-- The nights from which reservations were moved: an arrival that a device recorded without a network, and sends after the move,
-- belongs to the night on which it happened. See docs/decisions/0059-arrivals-belong-to-a-night.md.
-- while serving: the table is new, and `reservations` gets a trigger, which locks it for a moment. The older version moves reservations
-- as before; it refuses such arrivals, and the devices keep them.

create table former_nights (
  reservation_id uuid not null references reservations (id) on delete cascade,
  night date not null,
  starts_at timestamptz not null,
  table_number smallint,
  moved_at timestamptz not null default now(),
  primary key (reservation_id, night)
);

create function keep_former_night() returns trigger language plpgsql as $$
begin
  insert into former_nights (reservation_id, night, starts_at, table_number)
  values (old.id, old.business_date, old.starts_at, (select table_number from venue_tables where id = old.table_id))
  on conflict (reservation_id, night) do update
    set starts_at = excluded.starts_at, table_number = excluded.table_number, moved_at = excluded.moved_at;
  return null;
end
$$;
create trigger reservations_former_night after update of business_date on reservations for each row
  when (old.business_date is distinct from new.business_date) execute function keep_former_night();

-- Chosen by the database, so that every writer agrees: for an undo the night of what is taken back; the night of the party now; and
-- for what happened before that night, the one from which the party was moved.
create or replace function set_arrival_night() returns trigger language plpgsql as $$
begin
  new.night := coalesce(
    (select e.night from arrival_events e where e.id = new.undoes_id),
    (select coalesce(f.night, r.business_date) from reservations r
      left join former_nights f on f.reservation_id = r.id and f.night = business_day_of(new.happened_at)
        and f.night < r.business_date
      where r.id = new.reservation_id),
    (select ev.date from guest_list_entries n join guest_lists l on l.id = n.list_id join events ev on ev.id = l.event_id
      where n.id = new.entry_id));
  return new;
end
$$;
