-- Replies of guests by text message that staff have to read, and low ratings that staff have looked at. See
-- docs/decisions/0062-replies-by-text.md.
-- while serving: the table is new, and the columns have no default to write. The older version ignores replies as before.

create table text_replies (
  id uuid primary key default new_id(),
  -- The provider's id of the message: one that is delivered twice is stored once.
  provider_id text unique check (length(provider_id) <= 64),
  phone text not null check (length(phone) <= 40),
  body text not null check (length(body) <= 1600),
  -- The reservation of this number that is next, or was last.
  reservation_id uuid references reservations (id) on delete set null,
  received_at timestamptz not null,
  read_at timestamptz,
  read_by text,
  check ((read_at is null) = (read_by is null))
);
create index text_replies_unread on text_replies (received_at) where read_at is null;
create index text_replies_phone on text_replies (phone);
create index text_replies_reservation on text_replies (reservation_id) where reservation_id is not null;

-- Time at which staff looked at a low rating; a second thought of the guest is to be looked at again.
alter table visit_feedback add column seen_at timestamptz;
alter table visit_feedback add column seen_by text;
-- A rating of long ago asks for nothing any more.
update visit_feedback set seen_at = now(), seen_by = '' where given_at < now() - interval '7 days';
create index visit_feedback_low on visit_feedback (given_at) where seen_at is null and rating <= 2;
