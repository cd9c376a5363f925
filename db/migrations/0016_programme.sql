-- A guest's hold is written from what its statement saw when it began. Staff may have moved or deleted the night, or taken
-- the table out of the room, while it waited: then it is refused like a table that somebody else was quicker to take, and
-- the guest is told what is true now. The foreign keys have locked both rows by the time this looks.
create function hold_still_stands() returns trigger language plpgsql as $$
begin
  if not exists (
    select from events e, venue_tables t
    where e.id = new.event_id and e.deleted_at is null and not e.sold_out
      and e.starts_at = new.starts_at and e.ends_at = new.ends_at
      and t.id = new.table_id and t.deleted_at is null and t.is_available and t.max_guests >= new.guest_count
  ) then
    raise exclusion_violation using message = 'the night or the table was changed meanwhile';
  end if;
  return null;
end
$$;

create trigger reservations_stand after insert on reservations for each row
  when (new.hold_key is not null and new.event_id is not null and new.table_id is not null)
  execute function hold_still_stands();

-- What staff keep back of a night follows it where the night is moved.
create function house_holds_follow() returns trigger language plpgsql as $$
begin
  update table_claims c set during = tstzrange(new.starts_at, new.ends_at, '[)')
  from house_holds h where h.event_id = new.id and c.house_hold_id = h.id;
  return null;
end
$$;

create trigger events_moved after update of date, start_time, end_time on events for each row
  when ((old.starts_at, old.ends_at) is distinct from (new.starts_at, new.ends_at))
  execute function house_holds_follow();

create index house_holds_event on house_holds (event_id) where released_at is null;
