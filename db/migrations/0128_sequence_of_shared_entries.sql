-- Lead of the sequence of a friend's calendar file over the version of the party. A friend who goes over to another party would have a
-- lower sequence otherwise, and calendars would not take any further change.
-- while serving: `entry_shares` is locked for a moment: the column has a default. The older version does not read it.
alter table entry_shares add column sequence_offset integer not null default 0;

-- Keeps the sequence rising where a friend goes over: by a merge, a split, or Undo of one of them.
create function keep_sequence_of_share() returns trigger language plpgsql as $$
begin
  select greatest(0, old.sequence_offset + former.version + 1 - present.version) into new.sequence_offset
  from reservations former, reservations present
  where former.id = old.reservation_id and present.id = new.reservation_id;
  return new;
end
$$;
create trigger entry_shares_sequence before update of reservation_id on entry_shares for each row
when (old.reservation_id is distinct from new.reservation_id) execute function keep_sequence_of_share();
