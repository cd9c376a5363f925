-- A guest who was counted out by head and comes back is counted in, but came only once. See docs/decisions/0058-out-and-in-again.md.
-- while serving: `head_counts` is locked for a moment. The older version writes no such counts, and would read one as a walk-in.

-- People who had been counted out before: neither walk-ins nor owing cover.
alter table head_counts add column is_return boolean not null default false
  check (not is_return or change > 0 or undoes_id is not null);
