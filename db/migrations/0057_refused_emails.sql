-- Emails whose address the mail server refused for good: the history of a reservation says so to staff.
-- while serving: the column has a default, so that the older version goes on marking such an email as sent only.
alter table email_queue add column is_refused boolean not null default false;
