-- An event says whether its tables are sold online. Where they are not (a class, a supper at one table), guests are shown
-- a ticket link or a request instead of the seating chart, and no hold can be taken.
alter table events add column tables_for_sale boolean not null default true;

-- Checked once more when the hold is written: staff may have changed the event or the table while the statement waited.
create or replace function hold_still_stands() returns trigger language plpgsql as $$
begin
  if not exists (
    select from events e, venue_tables t
    where e.id = new.event_id and e.deleted_at is null and not e.sold_out and e.tables_for_sale
      and e.starts_at = new.starts_at and e.ends_at = new.ends_at
      and t.id = new.table_id and t.deleted_at is null and t.is_available and t.max_guests >= new.guest_count
  ) then
    raise exclusion_violation using message = 'the night or the table was changed meanwhile';
  end if;
  return null;
end
$$;

-- The content a package cannot be delivered without. A package that needs any also takes the other kinds.
alter table packages add column needs_content text not null default 'none';
alter table packages add constraint packages_needs_content
  check (needs_content in ('none', 'name', 'message_or_picture')) not valid;
update packages set needs_content = case key when 'birthday_shoutout' then 'name' else 'message_or_picture' end;
alter table packages validate constraint packages_needs_content;

-- The content guests gave for the packages of a reservation. A picture is a file of the storage, re-encoded on upload.
create table package_contents (
  reservation_id uuid not null references reservations (id) on delete cascade,
  package_key text not null references packages (key),
  name text not null default '' check (length(name) <= 80),
  message text not null default '' check (length(message) <= 280),
  picture_key text unique check (picture_key ~ '^guest-uploads/[0-9a-f]{2}/[0-9a-f]{36}\.jpg$'),
  updated_at timestamptz not null default now(),
  primary key (reservation_id, package_key)
);

-- Files of guests that nothing refers to any more. The trigger below names them, however their row went away; a job
-- deletes them from the storage. A new file is entered here before it is written, so that a crash leaves none behind.
create table discarded_uploads (
  storage_key text primary key,
  discarded_at timestamptz not null default now()
);

create function discard_package_picture() returns trigger language plpgsql as $$
begin
  if old.picture_key is not null and (tg_op = 'DELETE' or new.picture_key is distinct from old.picture_key) then
    insert into discarded_uploads (storage_key) values (old.picture_key) on conflict do nothing;
  end if;
  if tg_op <> 'DELETE' and new.picture_key is not null then
    delete from discarded_uploads where storage_key = new.picture_key;
  end if;
  return null;
end
$$;

create trigger package_contents_discard after update or delete on package_contents
  for each row execute function discard_package_picture();

-- A person who is taken out of a reservation takes the content along.
create function drop_package_contents() returns trigger language plpgsql as $$
begin
  delete from package_contents where reservation_id = new.id;
  return null;
end
$$;

create trigger reservations_anonymised after update of anonymised_at on reservations for each row
  when (old.anonymised_at is null and new.anonymised_at is not null)
  execute function drop_package_contents();
