-- A dinner that sits past its end can keep its table for the night: its own guests are not in the way.
-- while serving: nothing is locked. The older version calls the function as before.
drop function keep_seated_parties(uuid[], timestamptz);

-- Extends the time of the parties that sit at these tables outside their booked time to this moment, before another party is put there.
-- The constraint `one_party_per_table` refuses the other one then. A party whose table another one has by right is
-- not extended, nor is one that takes the table itself for the time that follows.
create function keep_seated_parties(tables uuid[], at timestamptz, except_party uuid default null) returns void language plpgsql as $$
declare
  party record;
begin
  -- Its guests stay where they are, with a booking that begins now.
  update reservations set present_at = null where id = except_party and present_at is not null;
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
      and r.id is distinct from except_party
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
