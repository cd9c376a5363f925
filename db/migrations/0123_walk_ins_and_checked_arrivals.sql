-- Guests whom the door counted in as walk-ins, and who then sit down as a party, are counted once. Arrivals that seem doubtful can be
-- found right.
-- while serving: `arrival_events` is locked for moments; the checks read its rows. The older version writes neither of the two, and
-- reads an event of the new kind as one that says nothing.

alter table arrival_events add column were_walk_ins boolean not null default false;
alter table arrival_events
  add constraint arrival_events_of_walk_ins check (not were_walk_ins or (kind = 'arrived' and reservation_id is not null)) not valid;
alter table arrival_events validate constraint arrival_events_of_walk_ins;

-- `checked`: staff found that so many guests of the party did come.
alter table arrival_events drop constraint arrival_events_kind_check;
alter table arrival_events drop constraint arrival_events_check;
alter table arrival_events
  add constraint arrival_events_kind check (kind in ('arrived', 'left', 'seated', 'no_show', 'checked', 'undone')) not valid,
  add constraint arrival_events_guests check ((kind in ('arrived', 'left', 'checked')) = (guests is not null)) not valid;
alter table arrival_events validate constraint arrival_events_kind;
alter table arrival_events validate constraint arrival_events_guests;

create or replace view standing_arrival_events as
  select e.id, e.reservation_id, e.entry_id, e.share_id, e.night, e.kind, e.guests, e.happened_at, e.recorded_at, e.were_walk_ins
  from arrival_events e
  where e.kind <> 'undone'
    and not exists (select from arrival_events u where u.undoes_id = e.id)
    and not exists (
      select from arrival_events f
      where f.share_id = e.share_id and f.night = e.night and (f.happened_at, f.id) < (e.happened_at, e.id)
        and not exists (select from arrival_events u where u.undoes_id = f.id)
    );
