-- Staff change a reservation as a whole: guest, party, time, night, table, packages, and what becomes of a price difference.
-- See docs/decisions/0030-changing-a-reservation.md.
-- while serving: both tables are locked for moments; the checks read only the acts of the last days. The older version never
-- writes the new columns. It takes a change as finished, so it neither undoes nor finishes one, and asks a guest who got a
-- price difference back, and whose price rose again since, for less until it is replaced.

alter table reservations
  -- Refunded because the price fell: this part of what was received pays for nothing any more.
  add column price_refunded_cents integer not null default 0 check (price_refunded_cents >= 0);

alter table reservation_acts
  -- The facts before and after a change, its price lines and its decision about the price difference.
  add column amendment jsonb,
  -- When the refund and the email of a change were made. `finished_at` is set at once, so that an older process leaves
  -- the row alone.
  add column settled_at timestamptz,
  drop constraint reservation_acts_kind_check,
  add constraint reservation_acts_kind_check
    check (kind in ('status', 'moved', 'left', 'deleted', 'restored', 'amended')),
  add constraint reservation_acts_amendment_check
    check ((kind = 'amended') = (amendment is not null) and (settled_at is null or kind = 'amended'));
create index reservation_acts_unsettled on reservation_acts (reservation_id, created_at)
  where kind = 'amended' and undone_at is null and settled_at is null;

-- Price differences that are refunded once their changes cannot be undone any more.
create function pending_price_refund(of_reservation uuid) returns integer language sql stable
  return (
    select coalesce(sum((amendment ->> 'refundCents')::integer), 0)::integer from reservation_acts
    where reservation_id = of_reservation and kind = 'amended' and undone_at is null and settled_at is null
  );

-- Such a refund counts as decided, like the full refund of a cancellation.
create or replace function reservation_open_cents(r reservations) returns integer language sql stable as $$
  select case
    when exists (select from reservation_acts a where a.reservation_id = r.id and a.refund_reason is not null
      and a.undone_at is null and a.finished_at is null) then 0
    else greatest(0, r.received_cents - r.refunded_cents - r.kept_cents - r.disputed_cents - pending_price_refund(r.id))
  end
$$;

-- The payment status follows the price as it follows the ledger: a paid reservation that costs more is not paid in full.
create function payment_status_follows_price() returns trigger language plpgsql as $$
begin
  new.payment_status := payment_status_from(new.payment_status, new.total_price_cents - new.allowance_cents,
    new.received_cents, new.refunded_cents, new.disputed_cents);
  return new;
end
$$;
create trigger reservations_price_changed before update of total_price_cents on reservations for each row
  when (old.total_price_cents <> new.total_price_cents and new.received_cents > 0)
  execute function payment_status_follows_price();

-- The facts of a change name the guest.
create function drop_amendments() returns trigger language plpgsql as $$
begin
  delete from reservation_acts where reservation_id = new.id and kind = 'amended';
  return null;
end
$$;
create trigger reservations_anonymised_amendments after update of anonymised_at on reservations for each row
  when (old.anonymised_at is null and new.anonymised_at is not null)
  execute function drop_amendments();
