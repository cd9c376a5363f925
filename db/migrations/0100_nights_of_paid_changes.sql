-- A guest who pays for a change gets it for the date that they were shown: staff may move the night while they pay. See
-- docs/decisions/0046-guests-change-their-reservation.md.
-- while serving: `guest_changes` is locked for a moment: the new column is empty. The older version neither writes nor reads it, and
-- makes a change for the date that the night has by then, as before.

-- The business date of the reservation after the change.
alter table guest_changes add column night date;
