-- Staff can undo a merge and a split for a few seconds. See docs/decisions/0044-merging-and-splitting-reservations.md.
-- while serving: `reservation_acts` is locked for a moment: the new column is empty. The older version merges and splits for good.

-- Both reservations before and after a merge or a split, and the rows that moved; null once it can no longer be undone.
alter table reservation_acts add column reversal jsonb;
