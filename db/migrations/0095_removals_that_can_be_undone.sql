-- Staff can undo the removal of a party from a line for a few seconds. Nothing happens to the party before that. See
-- docs/decisions/0061-lines-follow-their-nights.md.
-- while serving: `waiting_entries` is locked for a moment: the new column is empty. The older version removes a party at once, and may
-- offer a table to one whose removal is still to come.

alter table waiting_entries add column removal_at timestamptz;
create index waiting_entries_removals on waiting_entries (removal_at) where removal_at is not null and status in ('waiting', 'offered');
