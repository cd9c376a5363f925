-- Parties in line for a night that is called off or moved, or for a dinner on a day that is closed, are told. See
-- docs/decisions/0061-lines-follow-their-nights.md.
-- while serving: `waiting_entries` is locked for a moment: the new column is empty, and the new check reads its rows once. The older
-- version shows an entry that was called off without a text, and neither ends nor moves one.

alter table waiting_entries
  drop constraint waiting_entries_status_check,
  -- `called_off`: the night, or the day of the dinner, does not take place.
  add constraint waiting_entries_status_check
    check (status in ('waiting', 'offered', 'accepted', 'declined', 'lapsed', 'left', 'removed', 'called_off')),
  -- The date of the night before it was moved, for the text that says so.
  add column moved_from date;

-- Whether the day of a night or of a dinner is closed, with everything on it cancelled.
create function is_line_cancelled(of_event uuid, dinner_date date) returns boolean language sql stable as $$
  select case
    when of_event is null then exists (
      select from venue_special_days
      where business_date = dinner_date and service = 'restaurant' and opens is null and closed_events = 'cancelled')
    else exists (
      select from events e where e.id = of_event and closure_of_event(e.date, e.start_time, e.end_time) = 'cancelled')
  end
$$;

-- As before, and an offer that ends with its day is called off.
create or replace function waiting_entry_follows_offer() returns trigger language plpgsql as $$
begin
  update waiting_entries w set status = case
      when new.deleted_at is not null then 'removed'
      when new.status in ('confirmed', 'completed') then 'accepted'
      -- A dinner is pending until staff confirm it. It is the guest's from the moment at which it has no expiry.
      when new.status = 'pending' then case when new.held_until is null then 'accepted' else 'offered' end
      when w.status = 'accepted' then 'accepted'
      when new.cancel_reason = 'guest' then 'declined'
      when new.cancel_reason = 'hold_expired' then 'lapsed'
      -- The payment page could not be opened. The party keeps its place.
      when new.cancel_reason = 'payment_failed' then 'waiting'
      when is_line_cancelled(w.event_id, w.business_date) then 'called_off'
      else 'removed'
    end
  where w.id = new.waiting_entry_id;
  return null;
end
$$;

-- The job that makes offers also tells the parties. It runs every half minute; these triggers run it at once, or once staff can no
-- longer undo a deletion.
create function lines_were_changed() returns trigger language plpgsql as $$
begin
  if to_regnamespace('graphile_worker') is not null and exists (
    select from waiting_entries where event_id = new.id and status = 'waiting'
  ) then
    perform graphile_worker.add_job('offer_tables', '{}'::json, max_attempts => 25,
      run_at => case when new.deleted_at is null then now() else now() + interval '13 seconds' end);
  end if;
  return null;
end
$$;
create trigger events_lines_changed after update of deleted_at, date on events for each row
  when (old.date <> new.date or (old.deleted_at is null and new.deleted_at is not null))
  execute function lines_were_changed();

create function day_was_cancelled() returns trigger language plpgsql as $$
begin
  if to_regnamespace('graphile_worker') is not null and exists (
    select from waiting_entries where business_date = new.business_date and status = 'waiting'
  ) then
    perform graphile_worker.add_job('offer_tables', '{}'::json, max_attempts => 25);
  end if;
  return null;
end
$$;
create trigger venue_special_days_cancelled after insert or update on venue_special_days for each row
  when (new.opens is null and new.closed_events = 'cancelled') execute function day_was_cancelled();
