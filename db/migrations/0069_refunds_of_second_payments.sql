-- A payment that went back by itself, because it was the second one or not the price, pays for nothing any more. Until now
-- it still counted as received, so that a later rise of the price was not due.

update reservations r set price_refunded_cents = r.price_refunded_cents + f.cents
from (
  select reservation_id, sum(amount_cents)::integer as cents from refunds
  where reason in ('paid_twice', 'wrong_amount') and status <> 'failed'
  group by reservation_id
) f
where f.reservation_id = r.id;
