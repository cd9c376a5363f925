-- Every request arrives: it is stored, answered, announced to staff and worked through.

-- How often an address has sent a form lately. Written by the limiter only.
create table form_counts (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

create index form_counts_expire on form_counts (expire);

-- One line of words for all that staff work through, who has it in hand, and what they noted about it. "form_key" names
-- one sending of one form: what is sent twice is kept once. "anonymised_at": the row stays, the person is gone from it.
alter table inquiries drop constraint inquiries_status_check;
update inquiries set status = 'in_touch' where status = 'in_progress';
alter table inquiries
  add constraint inquiries_status_check check (status in ('new', 'in_touch', 'offered', 'won', 'lost')),
  add column assignee uuid references staff_users (id) on delete set null,
  add column notes text not null default '' check (length(notes) <= 8000),
  add column form_key text unique,
  add column anonymised_at timestamptz;

alter table performer_applications drop constraint performer_applications_status_check;
update performer_applications
set status = case status when 'in_progress' then 'in_touch' when 'booked' then 'won' when 'declined' then 'lost' else status end;
alter table performer_applications
  add constraint performer_applications_status_check check (status in ('new', 'in_touch', 'offered', 'won', 'lost')),
  add column assignee uuid references staff_users (id) on delete set null,
  add column notes text not null default '' check (length(notes) <= 8000),
  add column form_key text unique,
  add column anonymised_at timestamptz;

-- A table for a night that cannot be bought by itself: the night is sold out, or the guest would rather be given one.
create table table_requests (
  id uuid primary key default new_id(),
  event_id uuid references events (id) on delete set null,
  name text not null check (length(name) between 1 and 120),
  email text not null check (length(email) <= 254),
  phone text not null check (length(phone) <= 40),
  party_size integer not null check (party_size between 1 and 15),
  table_preference text not null check (table_preference in ('regular', 'vip', 'booth')),
  note text check (length(note) <= 2000),
  status text not null default 'new' check (status in ('new', 'in_touch', 'offered', 'won', 'lost')),
  assignee uuid references staff_users (id) on delete set null,
  notes text not null default '' check (length(notes) <= 8000),
  form_key text unique,
  anonymised_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create index table_requests_newest on table_requests (created_at desc) where deleted_at is null;
create index table_requests_event on table_requests (event_id) where event_id is not null;
create trigger table_requests_touched before update on table_requests for each row execute function touch_row();

create index inquiries_email on inquiries (lower(email));
create index performer_applications_email on performer_applications (lower(email));
create index table_requests_email on table_requests (lower(email));

alter table reservations add column anonymised_at timestamptz;
create index reservations_with_a_person on reservations (ends_at) where anonymised_at is null;

-- A letter is about one of these, to the guest or to staff, as its kind says. "occasion" tells apart letters of one kind
-- that may well be sent again, such as another move of the same dinner.
alter table mails
  alter column reservation_id drop not null,
  add column inquiry_id uuid references inquiries (id),
  add column application_id uuid references performer_applications (id),
  add column table_request_id uuid references table_requests (id),
  add column occasion text not null default '',
  add column about_id uuid not null
    generated always as (coalesce(reservation_id, inquiry_id, application_id, table_request_id)) stored,
  drop constraint mails_kind_check,
  drop constraint mails_reservation_id_kind_key,
  add constraint mails_about_one check (num_nonnulls(reservation_id, inquiry_id, application_id, table_request_id) = 1),
  add constraint mails_kind_check check (kind ~ '^[a-z_]{1,40}$'),
  add constraint mails_each_once unique (about_id, kind, occasion);
