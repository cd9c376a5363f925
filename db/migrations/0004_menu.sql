create table menu_items (
  id uuid primary key default new_id(),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (name <> '' and length(name) <= 120),
  description text not null default '' check (length(description) <= 2000),
  price_cents integer not null check (price_cents between 0 and 10000000),
  category text not null check (category in ('appetizer', 'main', 'dessert', 'beverage')),
  image_id uuid references media (id),
  ingredients text[] not null default '{}',
  dietary text[] not null default '{}',
  position integer not null default 0,
  sold_out_on date,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create unique index menu_items_slug on menu_items (slug) where deleted_at is null;
create index menu_items_order on menu_items (category, position, name) where deleted_at is null;
create index menu_items_image on menu_items (image_id);

create trigger menu_items_touched before update on menu_items for each row execute function touch_row();
create trigger menu_items_announced after insert or update or delete on menu_items
  for each statement execute function announce_change('menu');
