-- A dinner guest can keep the table for the night that follows. See docs/decisions/0041-dinner-and-night-on-one-floor.md.
-- while serving: the older version neither reads nor writes the new column. It is empty, and its index has no rows, so both
-- locks last for moments.

alter table reservations
  -- The dinner whose guests keep their table for this night.
  add column dinner_id uuid references reservations (id) on delete set null,
  add constraint reservations_dinner_of_night
    check (dinner_id is null or reservation_type = 'nightlife') not valid;
alter table reservations validate constraint reservations_dinner_of_night;
create index reservations_of_dinner on reservations (dinner_id) where dinner_id is not null;
