-- Staff can undo an offer out of turn for a few seconds. Its email leaves after that, and its time counts from then. See
-- docs/decisions/0061-lines-follow-their-nights.md.
-- while serving: `waiting_entries` is locked for a moment: the new column is empty. Offers of the older version cannot be undone.

alter table waiting_entries add column offer_undo_until timestamptz;

-- As before, and an offer for a night that has begun may last up to a minute longer than its minutes: they count from its email.
create or replace function refuse_stale_hold() returns trigger language plpgsql as $$
begin
  if not exists (
    select from events e, venue_tables t, venue v
    where e.id = new.event_id and e.deleted_at is null and e.tables_for_sale
      and (not e.sold_out or new.waiting_entry_id is not null)
      and e.ends_at = new.ends_at
      and (e.starts_at = new.starts_at
        or (e.starts_at < new.starts_at and case when new.waiting_entry_id is null
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
