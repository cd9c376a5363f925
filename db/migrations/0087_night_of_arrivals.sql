-- An arrival belongs to the night on which it was recorded: a reservation that moves to another night leaves it behind. See
-- docs/decisions/0059-arrivals-belong-to-a-night.md.
-- while serving: `arrival_events` is locked while the column is filled, one update of its rows. The older version does not write
-- the column: the trigger fills it, and until that version is replaced its lists show arrivals of moved parties as before.

alter table arrival_events add column night date;

-- Chosen by the database, so that every writer agrees: the night of the party now, and of what is taken back for an undo.
create function set_arrival_night() returns trigger language plpgsql as $$
begin
  new.night := coalesce(
    (select e.night from arrival_events e where e.id = new.undoes_id),
    (select r.business_date from reservations r where r.id = new.reservation_id),
    (select ev.date from guest_list_entries n join guest_lists l on l.id = n.list_id join events ev on ev.id = l.event_id
      where n.id = new.entry_id));
  return new;
end
$$;
create trigger arrival_events_night before insert on arrival_events
  for each row execute function set_arrival_night();

alter table arrival_events disable trigger arrival_events_kept;
update arrival_events a set night = coalesce(
  (select r.business_date from reservations r where r.id = a.reservation_id),
  (select ev.date from guest_list_entries n join guest_lists l on l.id = n.list_id join events ev on ev.id = l.event_id
    where n.id = a.entry_id));
alter table arrival_events enable trigger arrival_events_kept;
-- The trigger decides; with a default, writers leave the column out.
alter table arrival_events alter column night set default business_day_of(now());
alter table arrival_events alter column night set not null;
create index arrival_events_of_night on arrival_events (night);
