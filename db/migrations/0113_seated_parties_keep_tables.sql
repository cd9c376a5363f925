-- A party that sits at its table outside its booked time keeps it until it has left. See docs/decisions/0003-one-constraint-decides-who-has-a-table.md.
-- while serving: `reservations` is locked for a moment. The older version neither reads nor writes the new column, and its writes run
-- the triggers.

alter table reservations
  -- The last moment outside its booked time at which its guests were known to be at its tables; null where they were not.
  add column present_at timestamptz;

-- The booked time, reaching to a moment after the one at which the party was there last.
create function reservation_occupies(starts_at timestamptz, ends_at timestamptz, left_at timestamptz, present_at timestamptz)
returns tstzrange language sql stable as $$
  select reservation_occupies(least(starts_at, present_at), greatest(ends_at, present_at + interval '1 minute'), left_at)
$$;

create or replace function reservation_occupies_tables() returns trigger language plpgsql as $$
declare
  occupied tstzrange := reservation_occupies(new.starts_at, new.ends_at, new.left_at, new.present_at);
  kept tstzrange := case when new.kept_from < new.starts_at
    then reservation_occupies(new.kept_from, new.ends_at, new.left_at, new.present_at) else occupied end;
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
create trigger reservations_assign_tables
  after insert or update of status, deleted_at, table_id, second_table_id, extra_table_ids, starts_at, ends_at, left_at,
    dinner_id, business_date, kept_from, present_at
  on reservations for each row execute function reservation_occupies_tables();

-- A party that moves to another time was not there at that one.
create function forget_presence() returns trigger language plpgsql as $$
begin
  new.present_at := null;
  return new;
end
$$;
create trigger reservations_absent_at_new_time before update of business_date, starts_at on reservations
  for each row when (new.present_at is not null and new.present_at is not distinct from old.present_at
    and (new.business_date, new.starts_at) is distinct from (old.business_date, old.starts_at))
  execute function forget_presence();

-- Guests of a party who are inside on a night.
create function guests_inside(party uuid, party_night date) returns integer language sql stable as $$
  select greatest(0, coalesce(sum(case kind when 'arrived' then guests when 'left' then -guests end), 0))::integer
  from standing_arrival_events where reservation_id = party and night = party_night
$$;

-- Parties of a night with their tables, of which guests are inside and that have not given up these tables. All tables where null.
create function seated_parties(tables uuid[], at timestamptz) returns table (reservation_id uuid, table_id uuid)
language sql stable as $$
  select r.id, o.table_id
  from table_occupancies o join reservations r on r.id = o.reservation_id
  where (tables is null or o.table_id = any (tables)) and o.is_active
    and o.during && tstzrange(at - interval '1 day', at + interval '1 day', '[)')
    and r.business_date = business_day_of(at) and r.left_at is null and guests_inside(r.id, r.business_date) > 0
$$;

-- Whether guests of another party sit at a table.
create function is_table_in_use(at_table uuid, at timestamptz, except_party uuid) returns boolean language sql stable as $$
  select exists (select from seated_parties(array[at_table], at) s where s.reservation_id is distinct from except_party)
$$;

-- Extends the time of the parties that sit at these tables outside their booked time to this moment, before another party is put there.
-- The constraint `one_party_per_table` refuses the other one then. A party whose table another one has by right is not extended.
create function keep_seated_parties(tables uuid[], at timestamptz) returns void language plpgsql as $$
declare
  party record;
begin
  -- Locked first: an arrival or a departure that is recorded at the same moment is waited for.
  perform from reservations r
  where r.id in (select o.reservation_id from table_occupancies o
      where (tables is null or o.table_id = any (tables)) and o.is_active
        and o.during && tstzrange(at - interval '1 day', at + interval '1 day', '[)'))
    and r.business_date = business_day_of(at) and r.left_at is null and not (r.starts_at <= at and at < r.ends_at)
    and (r.present_at is not null or exists (select from arrival_events e where e.reservation_id = r.id))
  order by r.id for no key update;
  for party in
    select distinct r.id, s.reservation_id is not null as is_seated
    from table_occupancies o join reservations r on r.id = o.reservation_id
    left join seated_parties(tables, at) s on s.reservation_id = r.id
    where (tables is null or o.table_id = any (tables)) and o.is_active
      and o.during && tstzrange(at - interval '1 day', at + interval '1 day', '[)')
      and r.business_date = business_day_of(at) and r.left_at is null and not (r.starts_at <= at and at < r.ends_at)
      and (r.present_at is not null or s.reservation_id is not null)
    order by r.id
  loop
    begin
      update reservations set present_at = case when party.is_seated then at end where id = party.id;
    exception when exclusion_violation then
      null;
    end;
  end loop;
end
$$;
