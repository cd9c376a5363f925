-- Names stand in the same order wherever the database runs, and those that begin with the same letters stand together: a
-- search in the order of names begins with them. All that a list can be narrowed by is kept beside the name, so that
-- thousands of others are leafed past without being fetched.
-- while serving: reservations cannot be written meanwhile, some five seconds for each million of them; the older version
-- sorts by name slowly afterwards, and does everything else as before.
drop index reservations_by_name;
create index reservations_by_name on reservations (lower(guest_name) collate "C", id)
  include (guest_name, search_words, reservation_type, status, event_id) where deleted_at is null;
analyze reservations;
