-- A guest who moves to a cheaper night keeps the difference as a credit, where the setting says so. See
-- docs/decisions/0063-a-credit-for-a-cheaper-night.md.
-- while serving: `venue` and `reservations` are locked for moments. The older version refunds the difference, and neither shows nor
-- merges a credit. Whatever it writes about the money, the trigger keeps a credit within what was received beyond the price.

alter table venue
  add column credit_on_move boolean not null default false,
  add column credit_months integer not null default 12 check (credit_months between 1 and 60);

alter table reservations
  -- The part of what was received that pays for nothing yet and belongs to the guest.
  add column credit_cents integer not null default 0 check (credit_cents >= 0),
  add column credit_until date,
  add constraint reservations_credit_ends check (credit_cents = 0 or credit_until is not null);
create index reservations_with_credit on reservations (credit_until) where credit_cents > 0;

-- A credit is spent once: a higher price, a decision to keep money, a lost dispute or a refund makes it smaller by itself. The part
-- that was refunded pays for nothing any more, as the refund of a price difference.
create function credit_follows_money() returns trigger language plpgsql as $$
declare
  beyond_price integer := new.received_cents - new.refunded_cents - new.disputed_cents - new.kept_cents
    - case new.status when 'cancelled' then 0 else greatest(0, new.total_price_cents - new.allowance_cents) end;
  used integer := new.credit_cents - greatest(0, least(new.credit_cents, beyond_price));
begin
  if used > 0 then
    new.price_refunded_cents := new.price_refunded_cents + greatest(0, least(used, new.refunded_cents - old.refunded_cents));
    new.credit_cents := new.credit_cents - used;
  end if;
  if new.credit_cents = 0 then
    new.credit_until := null;
  end if;
  return new;
end
$$;
create trigger reservations_credit before update on reservations for each row
  when (old.credit_cents > 0 or new.credit_cents > 0) execute function credit_follows_money();
