-- Special days that were deleted, until the bin is emptied. In a table of their own, because a deleted day must not be in
-- the way of the same day set apart anew, and whoever reads the special days must not have to know of a bin.
-- while serving: a new table, which nobody reads yet.
create table deleted_special_days (
  id uuid primary key default gen_random_uuid(),
  business_date date not null,
  service text not null check (service in ('restaurant', 'social')),
  opens time,
  closes time check (closes <> opens),
  reason text not null,
  deleted_at timestamptz not null,
  check ((opens is null) = (closes is null))
);
