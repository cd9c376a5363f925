-- A lost dispute takes the credit of a guest with the money. Where the bank gives the money back, the guest has the credit again, with
-- its last day. See docs/decisions/0063-a-credit-for-a-cheaper-night.md.
-- while serving: `reservations` is locked for a moment. The older version may write as before: the trigger keeps both columns.

alter table reservations
  -- The part of the credit that a lost dispute took.
  add column disputed_credit_cents integer not null default 0 check (disputed_credit_cents >= 0),
  add column disputed_credit_until date,
  add constraint reservations_disputed_credit_ends check (disputed_credit_cents = 0 or disputed_credit_until is not null);

drop trigger reservations_credit on reservations;
create or replace function credit_follows_money() returns trigger language plpgsql as $$
declare
  beyond_price integer := new.received_cents - new.refunded_cents - new.disputed_cents - new.kept_cents
    - case new.status when 'cancelled' then 0 else greatest(0, new.total_price_cents - new.allowance_cents) end;
  returned integer := least(new.disputed_credit_cents, greatest(0, old.disputed_cents - new.disputed_cents));
  used integer;
  lost integer;
begin
  if returned > 0 then
    new.credit_cents := new.credit_cents + returned;
    new.credit_until := greatest(new.credit_until, new.disputed_credit_until);
    new.disputed_credit_cents := new.disputed_credit_cents - returned;
  end if;
  used := new.credit_cents - greatest(0, least(new.credit_cents, beyond_price));
  if used > 0 then
    lost := least(used, greatest(0, new.disputed_cents - old.disputed_cents));
    if lost > 0 then
      new.disputed_credit_cents := new.disputed_credit_cents + lost;
      new.disputed_credit_until := greatest(new.disputed_credit_until, new.credit_until);
    end if;
    new.price_refunded_cents := new.price_refunded_cents + greatest(0, least(used, new.refunded_cents - old.refunded_cents));
    new.credit_cents := new.credit_cents - used;
  end if;
  if new.credit_cents = 0 then
    new.credit_until := null;
  end if;
  if new.disputed_credit_cents = 0 then
    new.disputed_credit_until := null;
  end if;
  return new;
end
$$;
create trigger reservations_credit before update on reservations for each row
  when (old.credit_cents > 0 or new.credit_cents > 0 or new.disputed_credit_cents > 0) execute function credit_follows_money();
