-- A fee for guests who move their reservation to another night. See docs/decisions/0056-a-fee-for-another-night.md.
-- while serving: `venue`, `guest_changes` and `reservation_lines` are locked for moments, while the kinds of the lines are proven.
-- The older version asks for no fee. Where it settles a change with one, the price is not the one it expects, and it refunds the
-- payment. Where its staff change a reservation that has one, it drops the fee from the price.

-- Nothing, or what a guest pays who moves to another night on their own page.
alter table venue add column move_fee_cents integer not null default 0
  check (move_fee_cents = 0 or move_fee_cents between 50 and 100000);

-- A fee is a line of the price, with no package.
alter table reservation_lines
  drop constraint reservation_lines_kind_check,
  add constraint reservation_lines_kind_check check (kind in ('table', 'package', 'fee'));

-- The fee that the guest was shown: another one in the settings does not alter it while they pay.
alter table guest_changes add column fee_cents integer not null default 0 check (fee_cents >= 0);
