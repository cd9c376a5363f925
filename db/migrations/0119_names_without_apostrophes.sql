-- A guest is found by a name with any apostrophe or accent and without it, as on the lists that browsers search themselves.
-- while serving: reservations can be neither read nor written meanwhile, about a minute for each million of them; the
-- older version finds names with an apostrophe by the rest of the name afterwards, and does everything else as before.

-- Lower case without accents and apostrophes: `plainText` of src/lib/text/plain-text.ts.
create function plain_text(given text) returns text language sql immutable strict parallel safe as $$
  select lower(regexp_replace(normalize(given, nfd),
    E'[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F''\u2018\u2019\u02BC]', '', 'g'))
$$;

drop index reservations_words;
drop index reservations_by_name;
alter table reservations drop column search_words;
alter table reservations add column search_words text not null generated always as (
  plain_text(guest_name || E'\n' || guest_email || E'\n' || coalesce(guest_phone, '')) || E'\n' ||
    regexp_replace(coalesce(guest_phone, ''), '\D', '', 'g')
) stored;
alter table reservations alter column search_words set statistics 300;
create index reservations_words on reservations using gin (search_words gin_trgm_ops) where deleted_at is null;
create index reservations_by_name on reservations (lower(guest_name) collate "C", id)
  include (guest_name, search_words, reservation_type, status, event_id) where deleted_at is null;
analyze reservations;
