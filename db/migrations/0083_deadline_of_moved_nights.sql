-- Staff who move a night after the deadline of its refund do not open that deadline again. See
-- docs/decisions/0056-a-fee-for-another-night.md.
-- while serving: `reservations` is locked for a moment. The older version neither writes nor reads the column: until it is replaced, a
-- guest whose night was moved late can cancel for a refund, as before.

-- The deadline that had passed when staff moved the reservation to another night; null where the setting alone decides.
alter table reservations add column refundable_until timestamptz;
