-- A sign-up for a guest list belongs to the browser that sent it: another one is shown nothing of it, and its guest gets the link by
-- email. See docs/decisions/0032-guest-lists.md.
-- while serving: `guest_list_entries` and `email_queue` are locked for moments: the new columns are empty, and the new check reads the
-- queue once. The older version stores no browser, so that its sign-ups are answered as those of another one; it does not know the new
-- kind of email, whose job is repeated until a newer process takes it.

alter table guest_list_entries
  -- Keyed hash of the guest cookie, as in `reservations`; null for an entry of staff or of before, and once it is anonymised.
  add column guest_browser text,
  -- Keyed hash of the form with its values, by which a form is known whose answer was lost together with its cookie.
  add column idempotency_key text;

alter table email_queue
  add column list_entry_id uuid references guest_list_entries (id) on delete cascade,
  drop constraint email_queue_one_subject,
  add constraint email_queue_one_subject check (num_nonnulls(reservation_id, inquiry_id, application_id, table_request_id,
    waiting_entry_id, list_entry_id) = 1);
create unique index email_queue_list_entry_once on email_queue (list_entry_id, kind, dedupe_key)
  where list_entry_id is not null;
