-- Staff of one venue often share an account, so that only the device tells two check-ins of the same guests apart. See
-- docs/decisions/0058-out-and-in-again.md.
-- while serving: `arrival_events` is locked for a moment. The older version neither writes nor reads the column: until it is replaced, its
-- check-ins are told apart by their accounts, as before.

-- Id that a browser gave itself; null where an older version or the server recorded the act.
alter table arrival_events add column device_id uuid;
