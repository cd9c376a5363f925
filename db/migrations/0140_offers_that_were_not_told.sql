-- An offer of the waiting list whose email never left its queue, and of which no text arrived, costs the party no place: it ends as one
-- whose payment page could not be opened. See docs/decisions/0036-waiting-list.md.
-- while serving: `reservations` is locked for a moment for the new trigger. The older version makes such a party the next offer at once.

create function offer_was_not_told() returns trigger language plpgsql as $$
begin
  if exists (
    select from email_queue q where q.waiting_entry_id = new.waiting_entry_id and q.kind = 'waiting_offer'
      and q.dedupe_key = new.id::text and q.sent_at is null and not q.is_withheld
  ) and not exists (
    select from text_messages t where t.waiting_entry_id = new.waiting_entry_id and t.kind = 'waiting_offer'
      and t.dedupe_key = new.id::text and t.status in ('sending', 'sent', 'delivered')
  ) then
    new.cancel_reason := 'payment_failed';
  end if;
  return new;
end
$$;
create trigger reservations_offer_not_told before update of status on reservations for each row
  when (new.waiting_entry_id is not null and old.status = 'pending' and new.status = 'cancelled'
    and new.cancel_reason = 'hold_expired')
  execute function offer_was_not_told();
