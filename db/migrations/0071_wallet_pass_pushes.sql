-- Fewer and slower pushes of passes. See docs/decisions/0050-wallet-passes.md.
-- while serving: only functions and a trigger of 0070 are replaced. The older version's jobs for the same passes run as before.

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
