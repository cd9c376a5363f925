-- The list of special requests under the reservations, latest date first, without leafing through the reservations that
-- have none. What the list can be narrowed by is kept beside the date.
-- while serving: reservations cannot be written meanwhile, about a second for each million of them.
create index reservations_requests on reservations (starts_at desc, id desc)
  include (reservation_type, status, event_id) where deleted_at is null and special_requests is not null;
analyze reservations;

-- A message that staff wrote to the guests of several reservations: written once, sent as one email for each of them, whose
-- row in `mails` carries the id of the message as its occasion. `recipients` limits how many a person may write to.
create table staff_messages (
  id uuid primary key,
  staff_user_id uuid references staff_users (id) on delete set null,
  subject text not null check (length(subject) between 1 and 150),
  body text not null check (length(body) between 1 and 4000),
  recipients integer not null default 0,
  created_at timestamptz not null default now()
);
create index staff_messages_writer on staff_messages (staff_user_id, created_at);
