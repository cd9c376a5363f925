-- The other reservation of the evening that a reminder was about as well: it needs none of its own.
-- while serving: `email_queue` and `text_messages` are locked for moments, and a new column is empty. The older version reminds of each
-- reservation by itself, as before.
alter table email_queue add column also_about uuid references reservations (id) on delete set null;
create index email_queue_also_about on email_queue (also_about) where also_about is not null;
alter table text_messages add column also_about uuid references reservations (id) on delete set null;
create index text_messages_also_about on text_messages (also_about) where also_about is not null;
