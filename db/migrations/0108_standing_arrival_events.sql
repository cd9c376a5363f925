-- The arrivals, departures and no-shows that count: none that was taken back, and of two scans of the code of one friend the first.
-- Every question about who came asks this view. The server computes the same from events that a device has not sent yet.
-- while serving: a new view locks nothing.

create view standing_arrival_events as
  select e.id, e.reservation_id, e.entry_id, e.share_id, e.night, e.kind, e.guests, e.happened_at, e.recorded_at
  from arrival_events e
  where e.kind <> 'undone'
    and not exists (select from arrival_events u where u.undoes_id = e.id)
    and not exists (
      select from arrival_events f
      where f.share_id = e.share_id and f.night = e.night and (f.happened_at, f.id) < (e.happened_at, e.id)
        and not exists (select from arrival_events u where u.undoes_id = f.id)
    );
