-- A night belongs to the business date on which it began: a start before 6 AM is on the next calendar day, and an end
-- that is not after the start is on the day after it. No end given: the house closes at 5 AM.

create function moment_of_business(business_date date, wall time) returns timestamptz
  language sql immutable parallel safe
  return ((business_date + wall + case when wall < time '06:00' then interval '1 day' else interval '0' end)
    at time zone 'America/Chicago');

create table events (
  id uuid primary key default new_id(),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (title <> '' and length(title) <= 160),
  description text not null check (length(description) <= 5000),
  category text not null
    check (category in ('Nightlife', 'Dining', 'Live Music', 'Comedy Show', 'Spoken Word', 'Special Event')),
  date date not null,
  start_time time not null,
  end_time time,
  starts_at timestamptz not null generated always as (moment_of_business(date, start_time)) stored,
  ends_at timestamptz not null
    generated always as (moment_of_business(date, coalesce(end_time, time '05:00'))) stored,
  price text not null check (length(price) <= 80),
  price_range text not null check (price_range in ('free', 'moderate', 'expensive')),
  image_id uuid references media (id),
  dj text check (length(dj) <= 120),
  host text check (length(host) <= 120),
  tickets_url text check (tickets_url ~ '^https://'),
  featured boolean not null default false,
  sold_out boolean not null default false,
  booking_percentage integer not null default 0 check (booking_percentage between 0 and 100),
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  check (ends_at > starts_at)
);

create unique index events_slug on events (slug) where deleted_at is null;
create index events_coming on events (starts_at, id) where deleted_at is null;
create index events_ending on events (ends_at) where deleted_at is null;
create index events_image on events (image_id);

create trigger events_touched before update on events for each row execute function touch_row();
create trigger events_announced after insert or update or delete on events
  for each statement execute function announce_change('events');
