-- Fewer and slower pushes of passes. See docs/decisions/0050-wallet-passes.md.
-- while serving: functions and a trigger of 0070 are replaced, and the older version's jobs for the same passes run as before.
-- Indexes of `wallet_registrations` are made under a lock: it is new and small.
-- `venue_tables` is locked for a moment to add a trigger, which does nothing as long as no device is registered.

-- The jobs stand in a queue of their own, which runs one at a time: a change of a whole night leaves workers for the other jobs.
create or replace function announce_passes(serials uuid[]) returns void language plpgsql as $$
begin
  update wallet_registrations set changed_at = clock_timestamp() where serial = any (serials);
  perform graphile_worker.add_job('push_pass', json_build_object('serial', changed.serial), queue_name => 'push_pass',
    job_key => 'push_pass:' || changed.serial, max_attempts => 25)
  from (select distinct r.serial from wallet_registrations r where r.serial = any (serials)) changed;
end
$$;

-- A pass says whether a reservation is confirmed, which the close-out of a night does not change.
create or replace trigger reservations_passes after update of status, deleted_at, starts_at, ends_at, guest_name, guest_count, event_id,
  table_id, second_table_id, extra_table_ids, merged_into_id on reservations
  for each row when (
    (new.status in ('confirmed', 'completed'), new.deleted_at, new.starts_at, new.ends_at, new.guest_name, new.guest_count,
      new.event_id, new.table_id, new.second_table_id, new.extra_table_ids, new.merged_into_id)
    is distinct from (old.status in ('confirmed', 'completed'), old.deleted_at, old.starts_at, old.ends_at, old.guest_name,
      old.guest_count, old.event_id, old.table_id, old.second_table_id, old.extra_table_ids, old.merged_into_id))
  execute function announce_passes_of_reservation();

-- A table with a new number tells the passes of those who still come to it. Those of friends name no table.
create function announce_passes_of_table() returns trigger language plpgsql as $$
begin
  perform announce_passes(array(
    select w.serial from wallet_registrations w
      join reservations r on r.id = w.reservation_id
      join reservations t on t.id = coalesce(r.merged_into_id, r.id)
    where t.ends_at > now() and new.id = any (array[t.table_id, t.second_table_id] || t.extra_table_ids)));
  return null;
end
$$;
create trigger venue_tables_passes after update of table_number on venue_tables
  for each row when (new.table_number is distinct from old.table_number) execute function announce_passes_of_table();

-- For the references, the export and the purge.
create index wallet_registrations_reservation on wallet_registrations (reservation_id) where reservation_id is not null;
create index wallet_registrations_share on wallet_registrations (share_id) where share_id is not null;

create or replace function forget_pass_devices() returns trigger language plpgsql as $$
begin
  delete from wallet_registrations
  where serial = any (array(select new.id union all select s.id from entry_shares s where s.reservation_id = new.id));
  return null;
end
$$;
