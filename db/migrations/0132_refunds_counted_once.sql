-- A reservation that is cancelled remembers how much of its refunds had been counted against the price by then. Where it stands again,
-- the refunds since are counted once, although some were counted when they were made. See docs/decisions/0065-refunds-and-what-is-due.md.
-- while serving: a new column without a default, and a replaced function. The older version may write as before.

alter table reservations
  -- `price_refunded_cents` at the moment of the cancellation; null while the reservation stands.
  add column price_refunded_before_cents integer check (price_refunded_before_cents >= 0);

create or replace function note_cancellation() returns trigger language plpgsql as $$
begin
  new.cancelled_at := case when new.status = 'cancelled' then now() end;
  new.price_refunded_before_cents := case when new.status = 'cancelled' then old.price_refunded_cents end;
  return new;
end
$$;
