-- Guests change their reservation on their own page and pay the difference there. See
-- docs/decisions/0046-guests-change-their-reservation.md.
-- while serving: `venue`, `checkouts` are locked for moments. The older version writes none of the new columns. Where it
-- settles the payment of a difference, it refunds it as a second payment, and the guest keeps what they had.

-- Whether a guest whose change costs more may pay the difference on the night.
alter table venue add column change_due_at_venue boolean not null default false;

-- A change that waits for the payment of its difference. The reservation stays as it is until then.
create table guest_changes (
  id uuid primary key default new_id(),
  reservation_id uuid not null references reservations (id) on delete cascade,
  -- The wanted party, table, night and packages: no name and no contact.
  wanted jsonb not null,
  -- The party, night, tables and price lines that the difference was computed from.
  basis jsonb not null,
  total_cents integer not null check (total_cents >= 0),
  difference_cents integer not null check (difference_cents > 0),
  -- Keeps the wanted table while the guest pays; null where the party keeps its own.
  table_block_id uuid references table_blocks (id) on delete set null,
  held_until timestamptz not null,
  -- 'refunded': paid, and not possible any more. 'ended': not paid.
  status text not null default 'open' check (status in ('open', 'made', 'refunded', 'ended')),
  created_at timestamptz not null default now()
);
create unique index guest_changes_one_open on guest_changes (reservation_id) where status = 'open';
create index guest_changes_reservation on guest_changes (reservation_id);
create index guest_changes_held on guest_changes (held_until) where status = 'open';
create index guest_changes_block on guest_changes (table_block_id) where table_block_id is not null;

-- A checkout pays for a hold, or for the difference of a change.
alter table checkouts add column guest_change_id uuid references guest_changes (id) on delete set null;
create index checkouts_guest_change on checkouts (guest_change_id) where guest_change_id is not null;
