-- Requests that staff work through: private events and performers.

create table inquiries (
  id uuid primary key default new_id(),
  name text not null check (length(name) between 1 and 120),
  email text not null check (length(email) <= 254),
  phone text not null check (length(phone) <= 40),
  event_type text not null check (event_type in ('birthday', 'corporate', 'wedding', 'anniversary', 'graduation',
    'holiday', 'product-launch', 'networking', 'fundraiser', 'other')),
  guest_count integer check (guest_count between 1 and 2000),
  selected_date date,
  budget text check (budget in ('2500-5000', '5000-10000', '10000-25000', '25000-50000', '50000+')),
  duration text check (duration in ('2-hours', '3-hours', '4-hours', '6-hours', '8-hours', 'full-day')),
  catering text check (catering in ('full-service', 'appetizers', 'bar-service', 'custom', 'external', 'none')),
  special_requirements text check (length(special_requirements) <= 4000),
  event_details text not null check (length(event_details) <= 4000),
  status text not null default 'new' check (status in ('new', 'in_progress', 'won', 'lost')),
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create table performer_applications (
  id uuid primary key default new_id(),
  name text not null check (length(name) between 2 and 120),
  email text not null check (length(email) <= 254),
  phone text not null check (length(phone) between 10 and 40),
  performance_type text not null check (length(performance_type) between 1 and 200),
  experience text not null check (length(experience) between 10 and 4000),
  availability text not null check (length(availability) between 1 and 2000),
  social_media text check (length(social_media) <= 500),
  additional_info text check (length(additional_info) <= 4000),
  status text not null default 'new' check (status in ('new', 'in_progress', 'booked', 'declined')),
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create index inquiries_newest on inquiries (created_at desc) where deleted_at is null;
create index performer_applications_newest on performer_applications (created_at desc) where deleted_at is null;

create trigger inquiries_touched before update on inquiries for each row execute function touch_row();
create trigger performer_applications_touched before update on performer_applications
  for each row execute function touch_row();
