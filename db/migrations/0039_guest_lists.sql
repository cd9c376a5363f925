-- Guest lists of a night, arrivals of their guests, and the head count of people who come without any booking.
-- See docs/decisions/0032-guest-lists.md.
-- while serving: `arrival_events` and `venue` are locked for moments; the new check reads the few arrivals there are. The older
-- version writes and reads arrivals of reservations only.

alter table venue add column capacity integer not null default 0 check (capacity between 0 and 20000);

create table guest_lists (
  id uuid primary key default new_id(),
  event_id uuid not null references events (id),
  name text not null check (name <> '' and length(name) <= 80),
  -- The promoter by whom guests are counted afterwards; empty for a list of the venue itself.
  promoter text not null default '' check (length(promoter) <= 80),
  terms text not null check (terms in ('free', 'reduced')),
  reduced_cents integer check (reduced_cents between 50 and 100000),
  -- Time of the night until which the terms hold; null for the whole night.
  until_time time,
  max_guests integer not null check (max_guests between 1 and 5000),
  -- Guests of the entries that stand, counted by a trigger. The check decides a race for the last places.
  guests integer not null default 0,
  -- Last part of the public address: 100 random bits.
  code text not null unique default substr(translate(encode(decode(replace(
    gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'), 'base64'), '+/=', 'abc') , 1, 20)
    check (code ~ '^[A-Za-z0-9]{20}$'),
  is_open boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  check ((terms = 'reduced') = (reduced_cents is not null)),
  constraint guest_lists_within_cap check (guests between 0 and max_guests)
);
create index guest_lists_event on guest_lists (event_id);
-- Not with every entry: a sign-up is no change of the list that an editor has open.
create trigger guest_lists_touched
  before update of name, promoter, terms, reduced_cents, until_time, max_guests, is_open on guest_lists
  for each row execute function touch_row();

create table guest_list_entries (
  id uuid primary key default new_id(),
  list_id uuid not null references guest_lists (id),
  guest_name text not null check (guest_name <> '' and length(guest_name) <= 120),
  guest_count smallint not null check (guest_count between 1 and 30),
  -- In the international form, so that one number is one text.
  guest_phone text check (guest_phone ~ '^\+[0-9]{8,15}$'),
  guest_email text check (length(guest_email) <= 254),
  entry_code text not null unique default new_entry_code() check (length(entry_code) = 8),
  source text not null check (source in ('staff', 'self')),
  consented_at timestamptz,
  note text not null default '' check (length(note) <= 500),
  removed_at timestamptz,
  anonymised_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  check (source = 'staff' or consented_at is not null),
  check (source = 'staff' or anonymised_at is not null or guest_phone is not null or guest_email is not null)
);
create index guest_list_entries_list on guest_list_entries (list_id);
create unique index guest_list_entries_phone on guest_list_entries (list_id, guest_phone)
  where removed_at is null and guest_phone is not null;
create unique index guest_list_entries_email on guest_list_entries (list_id, lower(guest_email))
  where removed_at is null and guest_email is not null;
create index guest_list_entries_of_email on guest_list_entries (lower(guest_email)) where guest_email is not null;
create index guest_list_entries_with_a_person on guest_list_entries (created_at) where anonymised_at is null;
create trigger guest_list_entries_touched before update on guest_list_entries
  for each row execute function touch_row();

create function count_list_guests() returns trigger language plpgsql as $$
declare
  before integer := 0;
  after integer := case when new.removed_at is null then new.guest_count else 0 end;
begin
  if tg_op = 'UPDATE' then
    if new.list_id <> old.list_id then
      raise exception 'an entry stays on its guest list' using errcode = 'restrict_violation';
    end if;
    before := case when old.removed_at is null then old.guest_count else 0 end;
  end if;
  if after <> before then
    update guest_lists set guests = guests + after - before where id = new.list_id;
  end if;
  return null;
end
$$;
create trigger guest_list_entries_counted after insert or update on guest_list_entries
  for each row execute function count_list_guests();

create trigger guest_lists_announced after insert or update on guest_lists for each statement
  execute function announce_change('arrivals');
create trigger guest_list_entries_announced after insert or update on guest_list_entries for each statement
  execute function announce_change('arrivals');

-- The guests of an entry arrive as those of a reservation do.
alter table arrival_events
  alter column reservation_id drop not null,
  add column entry_id uuid references guest_list_entries (id);
alter table arrival_events
  add constraint arrival_events_of_one_party check (num_nonnulls(reservation_id, entry_id) = 1) not valid;
alter table arrival_events validate constraint arrival_events_of_one_party;
create index arrival_events_entry on arrival_events (entry_id, seq) where entry_id is not null;

-- People who come and go without any booking. The list only grows: a count by mistake is taken back by a row of its own.
create table head_counts (
  -- Chosen by the device: a count that is sent twice is stored once.
  id uuid primary key,
  seq bigint generated always as identity,
  -- The business date on which it happened.
  night date not null,
  -- People who came in (positive) or went out (negative).
  change smallint not null check (change between -99 and 99 and change <> 0),
  undoes_id uuid unique references head_counts (id),
  happened_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  -- No reference to the account: an account can be deleted, and the count must not change with it.
  actor_id uuid not null,
  actor_name text not null,
  device_name text not null check (length(device_name) <= 60)
);
create index head_counts_night on head_counts (night) include (change);

create function refuse_head_count_change() returns trigger language plpgsql as $$
begin
  raise exception 'a head count is never changed or deleted: record one that takes it back'
    using errcode = 'restrict_violation';
end
$$;
create trigger head_counts_kept before update or delete on head_counts
  for each row execute function refuse_head_count_change();
create trigger head_counts_announced after insert on head_counts for each statement
  execute function announce_change('arrivals');
