create table gallery_items (
  id uuid primary key default new_id(),
  image_id uuid not null references media (id),
  alt text not null check (alt <> '' and length(alt) <= 300),
  title text not null check (title <> '' and length(title) <= 120),
  description text not null default '' check (length(description) <= 1000),
  category text not null check (category in ('food', 'ambiance', 'atmosphere', 'events', 'chef', 'interior')),
  gallery_type text not null
    check (gallery_type in ('main', 'featured', 'venue', 'food', 'events', 'atmosphere', 'archive')),
  position integer not null default 0,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create index gallery_items_order on gallery_items (gallery_type, position, created_at) where deleted_at is null;
create index gallery_items_image on gallery_items (image_id);

-- An action is one of the words, a thing of ours by id, a path of this site, or an https address.
create function is_modal_action(action text) returns boolean language sql immutable parallel safe
  return action is null
    or action in ('plan-event', 'reservation', 'menu', 'events')
    or action ~ '^(event|menu-item):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    or action ~ '^/([^/\\[:space:]][^\\[:space:]]*)?$'
    or action ~ '^https://[^/\\[:space:]]+[^\\[:space:]]*$';

create table home_modals (
  id uuid primary key default new_id(),
  title text not null check (length(title) <= 120),
  description text not null check (length(description) <= 600),
  image_id uuid references media (id),
  primary_button_text text check (length(primary_button_text) <= 40),
  primary_button_action text check (is_modal_action(primary_button_action)),
  secondary_button_text text check (length(secondary_button_text) <= 40),
  secondary_button_action text check (is_modal_action(secondary_button_action)),
  is_active boolean not null default false,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create index home_modals_image on home_modals (image_id);

create trigger gallery_items_touched before update on gallery_items for each row execute function touch_row();
create trigger home_modals_touched before update on home_modals for each row execute function touch_row();
create trigger gallery_items_announced after insert or update or delete on gallery_items
  for each statement execute function announce_change('gallery');
create trigger home_modals_announced after insert or update or delete on home_modals
  for each statement execute function announce_change('promotions');
