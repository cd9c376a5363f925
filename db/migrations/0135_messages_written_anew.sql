-- A message that staff wrote anew is not sent in its first words any more: a batch of it may arrive late, after a lost connection.
-- while serving: a new column without a default. The older version sends such a batch as before.

alter table staff_messages
  -- The message with the corrected text, for the guests that the first one had not reached.
  add column replaced_by uuid references staff_messages (id) on delete set null;
create index staff_messages_replaced_by on staff_messages (replaced_by) where replaced_by is not null;
