-- Staff write down who calls and who walks in, and their open lists hear of every change.

alter table reservations
  add column source text not null default 'website' check (source in ('website', 'phone', 'walk_in')),
  -- Money that never went through a payment of ours, and what was noted about it.
  add column paid_at_venue text check (paid_at_venue in ('cash', 'card')),
  add column payment_note text check (length(payment_note) <= 500),
  -- An address that is empty is none, and nobody is written to. Who books on the website has one.
  add check (source <> 'website' or guest_email <> ''),
  add check (paid_at_venue is null or source <> 'website');

-- A claim is announced with every reservation that is written and with every change of its status, table or time. That
-- says enough, and a hold costs nothing more. What claims do not tell is told here, where it has changed indeed.
create trigger reservations_announced after update on reservations for each row
  when (
    (old.payment_status is distinct from new.payment_status
      and new.payment_status in ('paid', 'failed', 'refunded', 'partly_refunded'))
    or (old.guest_name, old.guest_email, old.guest_phone, old.guest_count, old.special_requests, old.staff_note,
      old.total_price_cents, old.received_cents, old.refunded_cents)
    is distinct from (new.guest_name, new.guest_email, new.guest_phone, new.guest_count, new.special_requests,
      new.staff_note, new.total_price_cents, new.received_cents, new.refunded_cents)
  )
  execute function announce_change('reservations');

-- A paid table that staff cancel leaves money in the house that is nobody's: somebody decides what becomes of it.
alter table payment_exceptions drop constraint payment_exceptions_kind_check;
alter table payment_exceptions add constraint payment_exceptions_kind_check
  check (kind in ('amount_mismatch', 'refund_failed', 'dispute', 'unknown_payment', 'paid_and_cancelled'));
