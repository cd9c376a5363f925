-- Guests on a list are told where its night is moved, deleted or called off, and where it takes place after all. See
-- docs/decisions/0061-lines-follow-their-nights.md.
-- while serving: `guest_lists` is locked for a moment, and its rows are written once. The older version tells no guest; lists that it makes
-- get the new column by the trigger.

-- The night of an event as guests of a list know it: its date and start, or that it does not take place.
create function night_for_guests(e events) returns text language sql stable as $$
  select case
    when e.deleted_at is not null or closure_of_event(e.date, e.start_time, e.end_time) is not distinct from 'cancelled'
      then 'called off'
    else to_char(e.date, 'YYYY-MM-DD') || to_char(e.start_time, ' HH24:MI')
  end
$$;

alter table guest_lists
  -- The night as its guests were told last. A list that is new begins with the night as it is, by the trigger below.
  add column told_night text not null default '';
update guest_lists l set told_night = night_for_guests(e) from events e where e.id = l.event_id;

create function guest_list_knows_its_night() returns trigger language plpgsql as $$
begin
  new.told_night := (select night_for_guests(e) from events e where e.id = new.event_id);
  return new;
end
$$;
create trigger guest_lists_told before insert on guest_lists for each row execute function guest_list_knows_its_night();
