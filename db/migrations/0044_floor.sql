-- On the night a party may have several tables, and each zone has a server. See docs/decisions/0037-the-floor-of-a-night.md.
-- while serving: the older version neither reads nor writes the new column. A party that it moves keeps its further tables.

alter table reservations
  -- Tables beside the first and the second one.
  add column extra_table_ids uuid[] not null default '{}',
  add constraint reservations_extra_tables
    check (cardinality(extra_table_ids) <= 8 and (extra_table_ids = '{}' or table_id is not null)) not valid;
alter table reservations validate constraint reservations_extra_tables;

-- Each table is named once, whichever column is written, and no further table stays without a first one.
create function name_tables_once() returns trigger language plpgsql as $$
begin
  new.extra_table_ids := case when new.table_id is null then '{}' else array(
    select distinct extra from unnest(new.extra_table_ids) as extra
    where extra is distinct from new.table_id and extra is distinct from new.second_table_id and extra is not null
    order by extra) end;
  return new;
end
$$;
create trigger reservations_name_tables_once before insert or update of table_id, second_table_id, extra_table_ids
  on reservations for each row when (new.extra_table_ids <> '{}') execute function name_tables_once();

create or replace function reservation_occupies_tables() returns trigger language plpgsql as $$
declare
  occupied tstzrange := reservation_occupies(new.starts_at, new.ends_at, new.left_at);
  occupies boolean := reservation_is_live(new.status, new.deleted_at);
begin
  if tg_op = 'UPDATE' then
    if (new.table_id, new.second_table_id, new.extra_table_ids)
        is not distinct from (old.table_id, old.second_table_id, old.extra_table_ids) then
      update table_occupancies set is_active = occupies, during = occupied
      where reservation_id = new.id and (is_active, during) is distinct from (occupies, occupied);
      return null;
    end if;
    delete from table_occupancies where reservation_id = new.id;
  end if;

  insert into table_occupancies (table_id, during, reservation_id, is_active)
  select seated_at, occupied, new.id, occupies
  from unnest(array[new.table_id, new.second_table_id] || new.extra_table_ids) as seated_at
  where seated_at is not null
  -- Two transactions that occupy the same tables do it in one order, so that they cannot deadlock.
  order by seated_at;
  return null;
end
$$;

drop trigger reservations_assign_tables on reservations;
create trigger reservations_assign_tables
  after insert or update of status, deleted_at, table_id, second_table_id, extra_table_ids, starts_at, ends_at, left_at
  on reservations for each row execute function reservation_occupies_tables();

-- The server of a zone on a night: the name of a member of staff, or any other.
create table zone_servers (
  date date not null,
  zone text not null check (zone in ('Right Red Vip', 'Left Green Vip', 'Floor Seating')),
  name text not null check (btrim(name) <> '' and length(name) <= 80),
  primary key (date, zone)
);
create trigger zone_servers_announced after insert or update or delete on zone_servers for each statement
  execute function announce_change('arrivals');
