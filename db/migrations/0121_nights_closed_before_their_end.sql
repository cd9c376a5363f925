-- A night that staff close by hand is over: its events sell no table, take no party in line and stand with the past ones, until
-- the night is opened again.
-- while serving: `events` can be neither read nor written for a moment. The older version goes on selling a night that is
-- closed before its end, as before.
alter table events add column closed_at timestamptz;
alter table events add column over_at timestamptz not null
  generated always as (least(moment_of_business(date, coalesce(end_time, time '05:00')), closed_at)) stored;
create index events_over on events (over_at) where deleted_at is null;
drop index events_ending;

update events e set closed_at = c.closed_at from night_closings c where c.night = e.date and c.closed_at < e.ends_at;

-- The closing of the night of an event, also of one that is added to a closed night or moved there.
create function take_closing_of_night() returns trigger language plpgsql as $$
begin
  new.closed_at := (select closed_at from night_closings where night = new.date);
  return new;
end
$$;
create trigger events_closed before insert or update of date, closed_at on events
  for each row execute function take_closing_of_night();

create function announce_closing_to_events() returns trigger language plpgsql as $$
begin
  update events set closed_at = closed_at where date = coalesce(new.night, old.night);
  return null;
end
$$;
create trigger night_closings_end_events after insert or delete on night_closings
  for each row execute function announce_closing_to_events();
