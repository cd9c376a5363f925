-- Whether what is kept of a cancelled reservation goes back once its tables are sold again is decided when it is cancelled: by the
-- setting where guests cancel late themselves, by staff where they cancel it.
-- while serving: `reservations` is locked for a moment, and few of its rows are written. The older version does not write the column:
-- a late cancellation while it is being replaced is kept, and staff can refund it.

alter table reservations add column is_refunded_if_resold boolean not null default false;
-- Guests who gave up a table of a night to come were told that its sale would be refunded.
update reservations r set is_refunded_if_resold = true
from venue v
where v.refund_resold_tables and r.status = 'cancelled' and r.kept_cents > 0 and r.ends_at > now() and r.deleted_at is null
  and r.kept_reason = 'The guest gave up the table after the deadline.';
-- The job looks at the few that may still be refunded.
create index reservations_refunded_if_resold on reservations (id) where is_refunded_if_resold and status = 'cancelled';
