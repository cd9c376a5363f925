-- Guests who keep the table of their dinner for the night keep it between the two as well. See docs/decisions/0051-one-evening.md.
-- while serving: the older version neither reads nor writes the new column. Triggers fill it, also for what that version writes.

alter table reservations
  -- Moment before the night from which its first table is kept for its guests, who dine there; null where it is theirs from its start.
  add column kept_from timestamptz;

-- The end of the dinner whose guests keep its table for a night; null where nothing lies between the two, the dinner has another
-- table, or somebody else has the table in between.
create function dinner_kept_from(night uuid, dinner uuid, at_table uuid, night_date date, night_starts timestamptz)
returns timestamptz language sql stable as $$
  select d.ends_at from reservations d
  where d.id = dinner and d.reservation_type = 'dining' and reservation_is_live(d.status, d.deleted_at)
    and d.business_date = night_date and d.ends_at < night_starts
    and at_table = any (array[d.table_id, d.second_table_id] || d.extra_table_ids)
    and not exists (
      select from table_occupancies o
      where o.table_id = at_table and o.is_active and o.during && tstzrange(d.ends_at, night_starts, '[)')
        and (o.reservation_id in (night, dinner)) is not true)
$$;

-- The dinner is locked, so that one that moves at the same moment finds the night, or the night finds where it moved to.
create function keep_table_since_dinner() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform from reservations where id = new.dinner_id for share;
  end if;
  new.kept_from := dinner_kept_from(new.id, new.dinner_id, new.table_id, new.business_date, new.starts_at);
  return new;
end
$$;
create trigger reservations_kept_since_dinner before insert on reservations
  for each row when (new.dinner_id is not null) execute function keep_table_since_dinner();
create trigger reservations_kept_anew before update of dinner_id, table_id, business_date, starts_at, status, deleted_at on reservations
  for each row when (
    (new.dinner_id is not null or new.kept_from is not null)
    and (new.dinner_id, new.table_id, new.business_date, new.starts_at, reservation_is_live(new.status, new.deleted_at))
      is distinct from (old.dinner_id, old.table_id, old.business_date, old.starts_at, reservation_is_live(old.status, old.deleted_at)))
  execute function keep_table_since_dinner();

-- The first table of a night begins with `kept_from`, every other table with the reservation.
create or replace function reservation_occupies_tables() returns trigger language plpgsql as $$
declare
  occupied tstzrange := reservation_occupies(new.starts_at, new.ends_at, new.left_at);
  kept tstzrange := case when new.kept_from < new.starts_at
    then reservation_occupies(new.kept_from, new.ends_at, new.left_at) else occupied end;
  occupies boolean := reservation_is_live(new.status, new.deleted_at);
begin
  if tg_op = 'UPDATE' then
    if (new.table_id, new.second_table_id, new.extra_table_ids)
        is not distinct from (old.table_id, old.second_table_id, old.extra_table_ids) then
      update table_occupancies set is_active = occupies, during = case when table_id = new.table_id then kept else occupied end
      where reservation_id = new.id
        and (is_active, during) is distinct from (occupies, case when table_id = new.table_id then kept else occupied end);
      return null;
    end if;
    delete from table_occupancies where reservation_id = new.id;
  end if;

  insert into table_occupancies (table_id, during, reservation_id, is_active)
  select seated_at, case when seated_at = new.table_id then kept else occupied end, new.id, occupies
  from unnest(array[new.table_id, new.second_table_id] || new.extra_table_ids) as seated_at
  where seated_at is not null
  -- Two transactions that occupy the same tables do it in one order, so that they cannot deadlock.
  order by seated_at;
  return null;
end
$$;

drop trigger reservations_assign_tables on reservations;
-- A column that a trigger before it writes counts as updated only where it is named by its cause.
create trigger reservations_assign_tables
  after insert or update of status, deleted_at, table_id, second_table_id, extra_table_ids, starts_at, ends_at, left_at,
    dinner_id, business_date, kept_from
  on reservations for each row execute function reservation_occupies_tables();

-- A dinner that changes first gives up what its guests keep after it, then takes its new time, then keeps the table after that:
-- a dinner that stays longer does not collide with its own night. Triggers of one event run in the order of their names.
create function is_dinner_elsewhere(old reservations, new reservations) returns boolean language sql stable as $$
  select (new.table_id, new.second_table_id, new.extra_table_ids, new.business_date, new.ends_at,
      reservation_is_live(new.status, new.deleted_at))
    is distinct from (old.table_id, old.second_table_id, old.extra_table_ids, old.business_date, old.ends_at,
      reservation_is_live(old.status, old.deleted_at))
$$;
create function give_up_kept_table() returns trigger language plpgsql as $$
begin
  update reservations set kept_from = null where dinner_id = new.id and kept_from is not null;
  return null;
end
$$;
create function keep_table_after_dinner() returns trigger language plpgsql as $$
begin
  update reservations n set kept_from = since.moment
  from (select m.id, dinner_kept_from(m.id, new.id, m.table_id, m.business_date, m.starts_at) as moment
    from reservations m where m.dinner_id = new.id and reservation_is_live(m.status, m.deleted_at)) since
  where n.id = since.id and since.moment is not null;
  return null;
end
$$;
create trigger reservations_after_dinner after update of status, deleted_at, table_id, second_table_id, extra_table_ids,
  business_date, ends_at on reservations
  for each row when (new.reservation_type = 'dining' and is_dinner_elsewhere(old, new)) execute function give_up_kept_table();
create trigger reservations_kept_after_dinner after update of status, deleted_at, table_id, second_table_id, extra_table_ids,
  business_date, ends_at on reservations
  for each row when (new.reservation_type = 'dining' and is_dinner_elsewhere(old, new)) execute function keep_table_after_dinner();
