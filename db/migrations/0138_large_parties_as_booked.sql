-- Whether staff have to confirm a dinner is decided by the setting of its booking: a setting that is raised later answers no request.
-- while serving: a column with a constant default rewrites no table, and the trigger fills it for the older version, too. That one still
-- reads the setting of the moment, and takes the party of a guest's change as it was booked.
alter table reservations add column is_large_party boolean not null default false;

-- The dinners that are to come or wait for an answer, by the present setting, which is all that was known of them so far.
update reservations set is_large_party = true
where reservation_type = 'dining' and (status = 'pending' or ends_at > now())
  and guest_count >= (select large_party_size from venue);

-- Only an answer ends the wait: a party that staff make smaller stays one that they have to confirm. A guest's own change writes the
-- column itself.
create function keep_large_party() returns trigger language plpgsql as $$
begin
  new.is_large_party := new.is_large_party
    or coalesce(new.guest_count >= (select large_party_size from venue), false);
  return new;
end
$$;
create trigger reservations_large_party before insert on reservations for each row
  when (new.reservation_type = 'dining') execute function keep_large_party();
create trigger reservations_larger_party before update of guest_count on reservations for each row
  when (new.reservation_type = 'dining' and new.guest_count > old.guest_count and new.is_large_party = old.is_large_party)
  execute function keep_large_party();
