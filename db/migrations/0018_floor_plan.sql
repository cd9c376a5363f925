-- Two who arrange the room at once see each other's changes: what stands beside the tables has a version as they have.

alter table floor_furniture
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column version integer not null default 1;

create trigger floor_furniture_touched before update on floor_furniture for each row execute function touch_row();
create trigger combinable_tables_announced after insert or update or delete on combinable_tables
  for each statement execute function announce_change('floor');
