-- A full refund that waits for its undo window is decided for as long as its cancellation stands. Where staff bring the
-- reservation back, its money is open again, and the next cancellation asks about it.
-- while serving: a replaced function locks nothing.

create or replace function reservation_open_cents(r reservations) returns integer language sql stable as $$
  select case
    when r.status = 'cancelled' and exists (
      select from reservation_acts a where a.reservation_id = r.id and a.refund_reason is not null
        and a.undone_at is null and a.finished_at is null and not exists (
          select from reservation_acts later where later.reservation_id = r.id and later.kind <> 'amended'
            and later.undone_at is null and later.created_at > a.created_at and later.status <> 'cancelled')) then 0
    else greatest(0, r.received_cents - r.refunded_cents - r.kept_cents - r.disputed_cents - pending_price_refund(r.id))
  end
$$;
