-- An email that was not sent because it no longer applied, such as a reminder of a cancelled dinner, is not waiting to be sent.
-- while serving: a column with a default. The older version withholds emails without saying so.
alter table email_queue add column is_withheld boolean not null default false;
