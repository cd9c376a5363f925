-- One venue: who it is, when it is open, what it sells besides tables.

create table venue (
  id boolean primary key default true check (id),
  name text not null check (name <> ''),
  tagline text not null,
  description text not null,
  story text not null,
  cuisine text not null,
  phone text not null check (phone ~ '^\+[1-9][0-9]{7,14}$'),
  email text not null,
  events_email text not null,
  street_address text not null,
  city text not null,
  region text not null,
  postal_code text not null,
  latitude double precision not null,
  longitude double precision not null,
  instagram_url text check (instagram_url ~ '^https://'),
  facebook_url text check (facebook_url ~ '^https://'),
  tiktok_url text check (tiktok_url ~ '^https://'),
  time_zone text not null default 'America/Chicago' check (time_zone = 'America/Chicago'),
  day_rolls_over_at time not null default '06:00' check (day_rolls_over_at = '06:00'),
  hold_minutes integer not null default 15 check (hold_minutes between 1 and 60),
  grace_minutes integer not null default 15 check (grace_minutes between 0 and 120),
  arrive_early_minutes integer not null default 15 check (arrive_early_minutes between 0 and 120),
  change_notice_hours integer not null default 24 check (change_notice_hours between 0 and 720),
  dining_cancel_hours integer not null default 2 check (dining_cancel_hours between 0 and 168),
  large_party_size integer not null default 8 check (large_party_size between 2 and 50),
  minimum_age integer not null default 18 check (minimum_age between 0 and 30),
  retention_years integer not null default 3 check (retention_years between 1 and 10),
  policies_changed_on date not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

-- A service that closes earlier than it opens ends on the next day. No row: closed on that weekday (0 is Sunday).
create table venue_hours (
  service text not null check (service in ('restaurant', 'social')),
  weekday integer not null check (weekday between 0 and 6),
  opens time not null,
  closes time not null check (closes <> opens),
  primary key (service, weekday)
);

-- A closure (no hours) or special hours of one service on one business date.
create table venue_special_days (
  business_date date not null,
  service text not null check (service in ('restaurant', 'social')),
  opens time,
  closes time check (closes <> opens),
  reason text not null,
  primary key (business_date, service),
  check ((opens is null) = (closes is null))
);

create table packages (
  key text primary key check (key in ('birthday_shoutout', 'screen_display')),
  name text not null,
  description text not null,
  price_cents integer not null check (price_cents between 0 and 1000000),
  is_offered boolean not null default true,
  position integer not null default 0
);

create trigger venue_touched before update on venue for each row execute function touch_row();
create trigger venue_announced after insert or update or delete on venue
  for each statement execute function announce_change('venue');
create trigger venue_hours_announced after insert or update or delete on venue_hours
  for each statement execute function announce_change('venue');
create trigger venue_special_days_announced after insert or update or delete on venue_special_days
  for each statement execute function announce_change('venue');
create trigger packages_announced after insert or update or delete on packages
  for each statement execute function announce_change('venue');
