-- Whether a change that was not paid ended because its guest chose another one instead: the window that waits for its payment says so.
-- while serving: `guest_changes` is locked for a moment: the column has a default. The older version ends such a change without the mark.
alter table guest_changes add column is_replaced boolean not null default false;
