-- The floor is drawn in a space of 1200 by 500. A position is the top left corner; rotation is about the middle.

create table venue_tables (
  id uuid primary key default new_id(),
  table_number integer not null check (table_number between 1 and 999),
  max_guests integer not null check (max_guests between 1 and 50),
  location text not null check (location in ('Right Red Vip', 'Left Green Vip', 'Floor Seating')),
  shape text not null default 'round' check (shape in ('round', 'square', 'booth')),
  reservation_price_cents integer not null default 0 check (reservation_price_cents between 0 and 10000000),
  position_x integer not null,
  position_y integer not null,
  width integer not null check (width between 20 and 400),
  height integer not null check (height between 20 and 400),
  rotation integer not null default 0 check (rotation between 0 and 359),
  is_available boolean not null default true,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  check (position_x >= 0 and position_x + width <= 1200),
  check (position_y >= 0 and position_y + height <= 500)
);

create unique index venue_tables_number on venue_tables (table_number) where deleted_at is null;

-- Two tables that staff may push together for a larger party.
create table combinable_tables (
  table_id uuid not null references venue_tables (id) on delete cascade,
  with_table_id uuid not null references venue_tables (id) on delete cascade,
  primary key (table_id, with_table_id),
  check (table_id < with_table_id)
);

create table floor_furniture (
  id uuid primary key default new_id(),
  kind text not null check (kind in ('stage', 'bar', 'dj_booth', 'dance_floor', 'entrance')),
  label text not null,
  position_x integer not null,
  position_y integer not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  rotation integer not null default 0 check (rotation between 0 and 359),
  check (position_x >= 0 and position_x + width <= 1200),
  check (position_y >= 0 and position_y + height <= 500)
);

create trigger venue_tables_touched before update on venue_tables for each row execute function touch_row();
create trigger venue_tables_announced after insert or update or delete on venue_tables
  for each statement execute function announce_change('floor');
create trigger floor_furniture_announced after insert or update or delete on floor_furniture
  for each statement execute function announce_change('floor');
