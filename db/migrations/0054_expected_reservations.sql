-- The one definition of a reservation whose guests are expected. A night table that is held while its guest pays, and a table
-- that is offered to a party of the waiting list, have an expiry and belong to no guest yet. A pending dinner that staff have to
-- confirm has none, and its guests are expected.
create or replace function reservation_is_expected(status text, held_until timestamptz, deleted_at timestamptz)
returns boolean language sql immutable parallel safe as $$
  select deleted_at is null and (status in ('confirmed', 'completed') or (status = 'pending' and held_until is null))
$$;
