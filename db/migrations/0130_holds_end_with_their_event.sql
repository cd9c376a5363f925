-- A hold and an offer end with their event at the latest: nobody pays for a night that is over.
-- while serving: a replaced function locks nothing. Holds of the older version still last their minutes.

-- As before, and the hold of a night that has begun may be shorter than its minutes where the night ends first.
create or replace function refuse_stale_hold() returns trigger language plpgsql as $$
begin
  if not exists (
    select from events e, venue_tables t, venue v
    where e.id = new.event_id and e.deleted_at is null and e.tables_for_sale
      and (not e.sold_out or new.waiting_entry_id is not null)
      and e.ends_at = new.ends_at
      and (e.starts_at = new.starts_at
        or (e.starts_at < new.starts_at and case
          when new.held_until = e.over_at then new.starts_at < new.held_until
          when new.waiting_entry_id is null
          then new.starts_at = new.held_until - make_interval(mins => v.hold_minutes)
          else new.held_until - make_interval(mins => v.offer_minutes) - new.starts_at
            between interval '0' and interval '1 minute' end))
      and t.id = new.table_id and t.deleted_at is null and t.is_available and t.max_guests >= new.guest_count
  ) then
    raise exclusion_violation using message = 'the night or the table was changed meanwhile';
  end if;
  return null;
end
$$;
