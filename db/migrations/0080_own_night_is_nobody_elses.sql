-- The night for which guests keep the table of their dinner is not another party at it. See docs/decisions/0051-one-evening.md.
-- while serving: the older version calls `dinner_kept_from` with the same arguments, and reads and writes no column differently.

-- Whether an occupancy of this reservation, or of a block where it is null, is another party's for one that has the table until
-- then. Its own time is not, nor that for which its guests keep the table before their night.
create function occupies_for_other(occupant uuid, party uuid, until timestamptz) returns boolean language sql stable as $$
  select (occupant = party) is not true
    and not exists (select from reservations n where n.id = occupant and n.dinner_id = party and n.starts_at >= until)
$$;

-- A hold that lapsed is released by the statement that inserts the next one, and occupies the table until that statement ends.
create or replace function dinner_kept_from(night uuid, dinner uuid, at_table uuid, night_date date, night_starts timestamptz)
returns timestamptz language sql stable as $$
  select d.ends_at from reservations d
  where d.id = dinner and d.reservation_type = 'dining' and reservation_is_live(d.status, d.deleted_at)
    and d.business_date = night_date and d.ends_at < night_starts
    and at_table = any (array[d.table_id, d.second_table_id] || d.extra_table_ids)
    and not exists (
      select from table_occupancies o
      where o.table_id = at_table and o.is_active and o.during && tstzrange(d.ends_at, night_starts, '[)')
        and (o.reservation_id = night) is not true and occupies_for_other(o.reservation_id, dinner, night_starts))
$$;

-- Nights in every state are locked: one that is restored at the same moment finds where the dinner moved to, or is found here.
create or replace function give_up_kept_table() returns trigger language plpgsql as $$
begin
  perform from reservations where dinner_id = new.id order by id for no key update;
  update reservations set kept_from = null where dinner_id = new.id and kept_from is not null;
  return null;
end
$$;
