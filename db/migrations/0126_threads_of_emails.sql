-- The date by which an email was joined to its thread. A reservation that moves to another date goes on in the threads of its former ones.
-- while serving: `email_queue` is locked for a moment, and the emails of coming reservations are updated. The older version writes no date,
-- so that the thread of an email that it sends ends with a move.
alter table email_queue add column thread_date date;
update email_queue q set thread_date = r.business_date
from reservations r
where r.id = q.reservation_id and q.sent_at is not null and r.business_date >= current_date;
