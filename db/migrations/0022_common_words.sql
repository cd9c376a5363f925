-- What a guest is searched by, kept with the reservation: made anew for each row that is looked at, it took longer than the
-- rest of a search together. Of a column of its own the planner also knows how common a word is, and so whether to look it
-- up or to leaf through the list; what it knows of the expression of a partial index it does not use.
-- while serving: reservations can be neither read nor written meanwhile, about a minute for each million of them; the
-- older version searches slowly afterwards, and does everything else as before.
alter table reservations add column search_words text not null generated always as (
  lower(guest_name || E'\n' || guest_email || E'\n' || coalesce(guest_phone, '') || E'\n' ||
    regexp_replace(coalesce(guest_phone, ''), '\D', '', 'g'))
) stored;
alter table reservations alter column search_words set statistics 300;
drop index reservations_words;
create index reservations_words on reservations using gin (search_words gin_trgm_ops) where deleted_at is null;

-- Dinners cost nothing until they are eaten: sorted by their price they would be looked for behind all nights.
create index reservations_by_type_and_total on reservations (reservation_type, total_price_cents, id) where deleted_at is null;
-- And those that were called off are few, and seldom the dearest.
create index reservations_by_status_and_total on reservations (status, total_price_cents, id) where deleted_at is null;
analyze reservations;
