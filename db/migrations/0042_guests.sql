-- A book of guests: reservations of one phone number or email address belong to one person, with notes, allergies, marks and
-- a block that follow this person. See docs/decisions/0034-a-book-of-guests.md.
-- while serving: the new column is empty and its index has no rows, so both locks last for moments. Triggers match the
-- reservations that the older version writes. A job matches the existing rows in batches.

create table guests (
  id uuid primary key default new_id(),
  name text not null check (length(name) between 1 and 120),
  note text not null default '' check (length(note) <= 4000),
  allergies text not null default '' check (length(allergies) <= 500),
  tags text[] not null default '{}' check (tags <@ array['vip', 'regular', 'access']),
  -- Refuses online bookings. Staff read the reason, the guest never does.
  block_reason text check (length(block_reason) between 1 and 500),
  blocked_at timestamptz,
  blocked_by text,
  -- Name of the staff member who changed it last, for a version conflict.
  edited_by text,
  -- Another row of the same person, found by staff. A merge moves no reservation, so that Undo is exact.
  merged_into uuid references guests (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  check ((block_reason is null) = (blocked_at is null)),
  check (merged_into <> id)
);
create index guests_merged on guests (merged_into) where merged_into is not null;
create index guests_name on guests (lower(name) collate "C");
create trigger guests_touched before update on guests for each row execute function touch_row();
-- Marks and notes of a guest are shown in lists of reservations.
create trigger guests_announced after update on guests for each statement
  execute function announce_change('reservations');

-- Normalised phone numbers and addresses. The primary key lets two simultaneous bookings of a new guest make one guest.
create table guest_contacts (
  kind text not null check (kind in ('phone', 'email')),
  value text not null check (value <> ''),
  guest_id uuid not null references guests (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (kind, value)
);
create index guest_contacts_guest on guest_contacts (guest_id);

-- Merges by staff, with the facts of the kept guest before, so that Undo can restore them.
create table guest_merges (
  id uuid primary key default new_id(),
  guest_id uuid not null references guests (id) on delete cascade,
  merged_id uuid not null references guests (id) on delete cascade,
  -- Guests that had been merged into the merged one before.
  moved_ids uuid[] not null default '{}',
  before jsonb not null,
  -- Version of the kept guest after the merge: Undo restores its facts only while nothing changed since.
  kept_version integer not null,
  undo_until timestamptz not null,
  undone_at timestamptz,
  created_at timestamptz not null default now(),
  check (guest_id <> merged_id)
);
create index guest_merges_guest on guest_merges (guest_id);
create index guest_merges_merged on guest_merges (merged_id);

-- A number that is written in two ways is one: `(972) 555-0142`, `1 972 555 0142` and `+19725550142`. An extension tells
-- people of one number apart. Null for text that is no number.
create function phone_key(phone text) returns text language sql immutable strict parallel safe as $$
  select case
      when length(digits) < 7 or digits ~ '^0+$' then null
      when not has_plus and length(digits) = 10 then '+1' || digits || extension
      when length(digits) = 11 and digits like '1%' then '+' || digits || extension
      else case when has_plus then '+' else '' end || digits || extension
    end
  from (
    select regexp_replace(regexp_replace(phone, '\s*(x|ext\.?|#)\s*\d{1,6}\s*$', '', 'i'), '\D', '', 'g') as digits,
      phone ~ '^\s*\+' as has_plus,
      coalesce('x' || substring(phone from '(?i)(?:x|ext\.?|#)\s*(\d{1,6})\s*$'), '') as extension
  ) parts
$$;

-- Null for an empty address, and for the placeholder of anonymised guests.
create function email_key(email text) returns text language sql immutable strict parallel safe as $$
  select case when email like '%@%' and lower(email) not like '%.invalid' then lower(btrim(email)) end
$$;

-- The guest with one of these contacts: the phone number decides, because staff know a guest by it.
create function find_guest(of_phone text, of_email text) returns uuid language sql stable as $$
  select guest_id from guest_contacts
  where (kind = 'phone' and value = of_phone) or (kind = 'email' and value = of_email)
  order by kind desc limit 1
$$;

-- The guest of a booking. An unknown one is added, and an unknown contact of a known guest, too. Of two bookings of one
-- unknown contact the second waits at the primary key of the contacts, finds that it lost, and takes the guest of the first.
-- Contacts are written in one order, so that two bookings cannot deadlock.
create function guest_of_booking(guest_name text, guest_phone text, guest_email text) returns uuid
  language plpgsql volatile as $$
declare
  phone text := phone_key(guest_phone);
  email text := email_key(guest_email);
  wanted integer := num_nonnulls(phone, email);
  written integer;
  guest uuid;
begin
  if wanted = 0 then
    return null;
  end if;
  loop
    -- The lock keeps a known guest from being deleted before the reservation refers to it.
    select g.id into guest from guests g where g.id = find_guest(phone, email) for key share;
    if guest is not null then
      if wanted > (select count(*) from guest_contacts c
          where (c.kind = 'phone' and c.value = phone) or (c.kind = 'email' and c.value = email)) then
        insert into guest_contacts (kind, value, guest_id)
        select c.kind, c.value, guest from (values ('phone', phone), ('email', email)) as c (kind, value)
        where c.value is not null
        on conflict do nothing;
      end if;
      return guest;
    end if;
    insert into guests (name) values (guest_name) returning id into guest;
    insert into guest_contacts (kind, value, guest_id)
    select c.kind, c.value, guest from (values ('phone', phone), ('email', email)) as c (kind, value)
    where c.value is not null
    on conflict do nothing;
    get diagnostics written = row_count;
    if written = wanted then
      return guest;
    end if;
    delete from guests where id = guest;
  end loop;
end
$$;

-- Whether online bookings with one of these contacts are refused.
create function is_guest_blocked(guest_phone text, guest_email text) returns boolean language sql stable as $$
  select exists (
    select from guest_contacts c join guests g on g.id = c.guest_id join guests p on p.id = coalesce(g.merged_into, g.id)
    where ((c.kind = 'phone' and c.value = phone_key(guest_phone)) or (c.kind = 'email' and c.value = email_key(guest_email)))
      and p.block_reason is not null
  )
$$;

alter table reservations add column guest_id uuid references guests (id);
create index reservations_guest on reservations (guest_id) where guest_id is not null;
-- Reservations that the job has still to match; empty afterwards.
create index reservations_unmatched on reservations (id)
  where guest_id is null and anonymised_at is null
    and (phone_key(guest_phone) is not null or email_key(guest_email) is not null);

-- Matches a reservation to its guest. A corrected contact leaves the guest if no other reservation of the guest has it: a
-- mistyped address must not lead its owner's bookings to this guest.
create function match_reservation_guest() returns trigger language plpgsql as $$
begin
  if new.anonymised_at is not null then
    new.guest_id := null;
  elsif tg_op = 'INSERT' then
    new.guest_id := coalesce(new.guest_id, guest_of_booking(new.guest_name, new.guest_phone, new.guest_email));
  elsif (phone_key(old.guest_phone), email_key(old.guest_email))
      is distinct from (phone_key(new.guest_phone), email_key(new.guest_email)) then
    new.guest_id := guest_of_booking(new.guest_name, new.guest_phone, new.guest_email);
  end if;
  if tg_op = 'UPDATE' and old.guest_id is not null then
    delete from guest_contacts c
    where c.guest_id = old.guest_id
      and ((c.kind = 'phone' and c.value = phone_key(old.guest_phone)
          and c.value is distinct from case when new.guest_id = old.guest_id then phone_key(new.guest_phone) end)
        or (c.kind = 'email' and c.value = email_key(old.guest_email)
          and c.value is distinct from case when new.guest_id = old.guest_id then email_key(new.guest_email) end))
      and not exists (
        select from reservations r where r.guest_id = old.guest_id and r.id <> old.id
          and c.value = case c.kind when 'phone' then phone_key(r.guest_phone) else email_key(r.guest_email) end
      );
    -- A name that is corrected on the reservation is corrected in the book, unless staff changed it there.
    if new.guest_id = old.guest_id and new.guest_name <> old.guest_name then
      update guests set name = new.guest_name where id = new.guest_id and name = old.guest_name;
    end if;
  end if;
  return new;
end
$$;
-- Triggers run in the order of their names: `reservations_touched` must not yet see the new guest of a changed contact.
create trigger reservations_with_guest before insert or update of guest_name, guest_email, guest_phone, anonymised_at
  on reservations for each row execute function match_reservation_guest();
-- Matching an existing reservation is no change of it: its version, which open forms and calendar entries rely on, stays.
create or replace trigger reservations_touched before update on reservations for each row
  when (old.guest_id is not distinct from new.guest_id) execute function touch_row();
