-- Two reservations become one, and one becomes two. See docs/decisions/0044-merging-and-splitting-reservations.md.
-- while serving: `reservations` is locked for moments. The older version neither merges nor splits; it takes a merged
-- reservation for a deleted one, and the trigger keeps it from restoring it without its money.

-- The reservation that this one was merged into. It is deleted: it counts in no list and no figure.
alter table reservations add column merged_into_id uuid references reservations (id) on delete set null;
create index reservations_merged on reservations (merged_into_id) where merged_into_id is not null;

create function refuse_restoring_merged() returns trigger language plpgsql as $$
begin
  raise exception 'reservation % was merged and cannot be restored', new.id using errcode = 'check_violation';
end
$$;
create trigger reservations_merged_kept before update of deleted_at on reservations for each row
  when (new.merged_into_id is not null and new.deleted_at is null)
  execute function refuse_restoring_merged();

-- Money that moves between reservations is received by the one and no longer by the other. A move between nights is a
-- pair of lines of one reservation: its sum is zero, and it writes nothing.
create or replace function apply_ledger_lines() returns trigger language plpgsql as $$
begin
  update reservations r set
    received_cents = r.received_cents + l.received,
    refunded_cents = r.refunded_cents + l.refunded,
    disputed_cents = r.disputed_cents + l.disputed,
    allowance_cents = r.allowance_cents + l.allowance,
    payment_status = payment_status_from(r.payment_status, r.total_price_cents - r.allowance_cents - l.allowance,
      r.received_cents + l.received, r.refunded_cents + l.refunded, r.disputed_cents + l.disputed)
  from (
    select reservation_id, bool_or(kind <> 'transfer') as has_moved,
      coalesce(sum(amount_cents) filter (where kind in ('payment', 'payment_reversed', 'transfer')), 0)::integer
        as received,
      -coalesce(sum(amount_cents) filter (where kind in ('refund', 'refund_reversed')), 0)::integer as refunded,
      -coalesce(sum(amount_cents) filter (where kind in ('dispute_lost', 'dispute_won')), 0)::integer as disputed,
      coalesce(sum(allowance_cents) filter (where kind in ('comp', 'discount', 'transfer')), 0)::integer as allowance
    from new_lines where cover_kind is null group by reservation_id
  ) l
  where r.id = l.reservation_id and (l.has_moved or l.received <> 0 or l.allowance <> 0);
  return null;
end
$$;

-- The part of an online payment that one reservation has, and that can still be refunded to its guest.
create function left_of_checkout(of_checkout uuid, of_reservation uuid) returns integer language sql stable
  return (
    select greatest(0, least(
      (select sum(l.amount_cents) from ledger_lines l where l.checkout_id = of_checkout and l.reservation_id = r.id),
      r.received_cents - r.refunded_cents - r.disputed_cents))::integer
    from reservations r where r.id = of_reservation
  );
create or replace function left_of_checkout(of_checkout uuid) returns integer language sql stable
  return (select left_of_checkout(c.id, c.reservation_id) from checkouts c where c.id = of_checkout);

-- The reservation that has most of a payment: refunds and disputes that come from the provider are about it.
create function holder_of_checkout(of_checkout uuid) returns uuid language sql stable
  return coalesce(
    (select l.reservation_id from ledger_lines l where l.checkout_id = of_checkout
     group by l.reservation_id having sum(l.amount_cents) > 0
     order by sum(l.amount_cents) desc, l.reservation_id limit 1),
    (select c.reservation_id from checkouts c where c.id = of_checkout));
