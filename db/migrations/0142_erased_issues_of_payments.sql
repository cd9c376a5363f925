-- Words about payment issues may name a guest: those of staff who settled one, and, in issues of older versions, of those who opened it.
-- They are erased with the reservation, in the audit log as well.
-- while serving: `reservations` is locked for a moment for the new trigger.

create function erase_issue_texts() returns trigger language plpgsql as $$
begin
  -- An open issue keeps the words that say what is to be done.
  update payment_exceptions set detail = '', resolution = ''
    where reservation_id = new.id and resolved_at is not null;
  update activity set before = null, after = null
    where entity = 'payment' and entity_id in (select id::text from payment_exceptions where reservation_id = new.id);
  return null;
end
$$;
create trigger reservations_issue_texts after update of anonymised_at on reservations for each row
  when (old.anonymised_at is null and new.anonymised_at is not null) execute function erase_issue_texts();

update payment_exceptions set detail = regexp_replace(regexp_replace(detail,
    ' cancelled the reservation of .*, of which (\$[0-9,.]+ is still here\.)$', ' cancelled the reservation, of which \1'),
    '^The reservation of .* is cancelled again', 'The reservation is cancelled again')
  where resolved_at is null and kind = 'paid_and_cancelled' and detail ~ 'reservation of .* is (still here|cancelled again)';
