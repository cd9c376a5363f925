-- Whether a reservation never became a booking: a hold that lapsed or was let go, an offer that was declined, a payment that failed. No
-- guest comes for it.
-- while serving: a new function locks nothing.
create function reservation_was_never_booked(
  status text, cancel_reason text, held_until timestamptz, payment_status text, at timestamptz
) returns boolean language sql immutable parallel safe as $$
  select ((status = 'cancelled' and (cancel_reason in ('hold_expired', 'payment_failed') or held_until is not null))
    or (status = 'pending' and held_until <= at and payment_status <> 'pending')) is true
$$;
