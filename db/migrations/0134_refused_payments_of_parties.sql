-- A payment that the bank refuses after its party was let in is a payment issue: its price is due, and the party may have left.
-- See docs/decisions/0007-holds-and-payments.md.
-- while serving: the check is widened, and a trigger added. The older version raises no such issue, and has no words for one: its list
-- of payment issues cannot be shown while one is open.

alter table payment_exceptions drop constraint payment_exceptions_kind_check;
alter table payment_exceptions add constraint payment_exceptions_kind_check
  check (kind in ('amount_mismatch', 'refund_failed', 'dispute', 'unknown_payment', 'paid_and_cancelled', 'payment_refused'));
create index payment_exceptions_refused on payment_exceptions (reservation_id) where kind = 'payment_refused';

-- The issue of a refused payment names what is due of its reservation, whatever changes that: a payment, a comp, a lower price, a
-- cancellation, an Undo. It ends by itself when nothing is due, and opens again where something is. What staff settled stays settled.
create function refused_payment_follows_due() returns trigger language plpgsql as $$
declare
  due int := case when new.status = 'cancelled' or new.deleted_at is not null then 0
    else greatest(0, new.total_price_cents - new.allowance_cents - new.received_cents + new.price_refunded_cents) end;
  nothing_due constant text := 'Nothing is due any more';
begin
  if due > 0 then
    update payment_exceptions set amount_cents = due, resolved_at = null, resolved_by = null, resolution = null
      where reservation_id = new.id and kind = 'payment_refused' and (resolved_at is null or resolution = nothing_due);
  else
    update payment_exceptions set resolved_at = now(), resolution = nothing_due
      where reservation_id = new.id and kind = 'payment_refused' and resolved_at is null;
  end if;
  return null;
end
$$;

create trigger reservations_refused_payment
  after update on reservations
  for each row
  when ((old.status, old.deleted_at, old.total_price_cents, old.allowance_cents, old.received_cents, old.price_refunded_cents)
    is distinct from
    (new.status, new.deleted_at, new.total_price_cents, new.allowance_cents, new.received_cents, new.price_refunded_cents))
  execute function refused_payment_follows_due();
