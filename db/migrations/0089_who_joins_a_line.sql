-- Hashes of the visitor who joined a line, so that the limits on holds count the tables that were offered to one visitor. See
-- docs/decisions/0036-waiting-list.md.
-- while serving: `waiting_entries` is locked for a moment: the columns are empty. The older version neither writes nor reads them; the
-- offers to parties that it puts in line are counted by their contacts alone, as before.

-- Keyed hashes as in `reservations`; null for a party of before, and once it is anonymised.
alter table waiting_entries
  add column joiner_browser text,
  add column joiner_address text,
  add column joiner_network text;
create index waiting_entries_of_address on waiting_entries (joiner_address)
  where status in ('waiting', 'offered') and joiner_address is not null;
create index waiting_entries_of_network on waiting_entries (joiner_network)
  where status in ('waiting', 'offered') and joiner_network is not null;
