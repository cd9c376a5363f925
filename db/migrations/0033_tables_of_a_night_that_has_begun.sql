-- A table of a night that has begun is sold from the moment of its hold on: the party that had it before and left is in
-- nobody's way. As before, a hold is refused where the night or the table was changed while its statement waited.
create or replace function hold_still_stands() returns trigger language plpgsql as $$
begin
  if not exists (
    select from events e, venue_tables t, venue v
    where e.id = new.event_id and e.deleted_at is null and not e.sold_out and e.tables_for_sale
      and e.ends_at = new.ends_at
      and (e.starts_at = new.starts_at
        or (e.starts_at < new.starts_at and new.starts_at = new.held_until - make_interval(mins => v.hold_minutes)))
      and t.id = new.table_id and t.deleted_at is null and t.is_available and t.max_guests >= new.guest_count
  ) then
    raise exclusion_violation using message = 'the night or the table was changed meanwhile';
  end if;
  return null;
end
$$;
