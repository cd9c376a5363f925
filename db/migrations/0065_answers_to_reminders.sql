-- Reminders at two moments before a reservation, and the guest's answer to them. See docs/decisions/0048-answers-of-guests.md.
-- while serving: two settings with a default, and a table that the older version neither reads nor writes. It sends the first
-- reminder under the same dedupe key, so that both versions together send it once.
alter table venue
  add column reminder_hours integer not null default 24 check (reminder_hours between 12 and 168),
  -- 0 for no second reminder.
  add column last_reminder_hours integer not null default 3 check (last_reminder_hours between 0 and 11);

-- "I'm coming", for one start: a reservation that moves to another time is not confirmed any more.
create table guest_confirmations (
  reservation_id uuid primary key references reservations (id) on delete cascade,
  starts_at timestamptz not null,
  confirmed_at timestamptz not null
);
-- Open screens of staff ask for the answers since their last read.
create index guest_confirmations_confirmed_at on guest_confirmations (confirmed_at);
create trigger guest_confirmations_announced after insert or update on guest_confirmations for each statement
  execute function announce_change('reservations');
