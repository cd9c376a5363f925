-- Staff who kept the money of a cancelled reservation may refund a part of it later: that much less is kept then.
-- while serving: `reservations` gets a trigger, which locks it for a moment. The older version may write as before.

create function kept_follows_refunds() returns trigger language plpgsql as $$
begin
  new.kept_cents := greatest(0, new.received_cents - new.refunded_cents);
  return new;
end
$$;
create trigger reservations_kept_follows_refunds before update of refunded_cents on reservations for each row
  when (new.refunded_cents > old.refunded_cents and new.kept_cents > greatest(0, new.received_cents - new.refunded_cents))
  execute function kept_follows_refunds();
