-- A reservation does not stand again for the date that its night had before: staff may have moved or deleted the night while the
-- reservation was cancelled or deleted. See docs/decisions/0012-undo-of-staff-actions.md.
-- while serving: `reservations` gets a trigger, which locks it for a moment. The older version is refused such a reservation, as one
-- whose table was taken meanwhile.

-- A night that is moved or deleted at the same moment waits, or is waited for.
create function refuse_former_night() returns trigger language plpgsql as $$
begin
  perform from events where id = new.event_id and deleted_at is null and date = new.business_date for key share;
  if not found then
    raise exclusion_violation using message = 'the night was moved or deleted meanwhile';
  end if;
  return null;
end
$$;
create trigger reservations_night_stands after update of status, deleted_at on reservations for each row
  when (new.event_id is not null and reservation_is_live(new.status, new.deleted_at)
    and not reservation_is_live(old.status, old.deleted_at))
  execute function refuse_former_night();
