-- Devices that have a pass in Apple Wallet. See docs/decisions/0050-wallet-passes.md.
-- while serving: the table is new. `reservations`, `entry_shares` and `events` are locked for moments to add triggers, which do nothing
-- as long as no device is registered; the older version never runs their job and leaves it in the queue.

create table wallet_registrations (
  -- Identifier by which Apple's Wallet names the device to this venue, and the address of its notifications.
  device_id text not null check (length(device_id) between 1 and 200),
  push_token text not null check (length(push_token) between 1 and 200),
  -- A pass is that of a reservation or that of a friend; its id is the serial number of the pass.
  reservation_id uuid references reservations (id) on delete cascade,
  share_id uuid references entry_shares (id) on delete cascade,
  serial uuid not null generated always as (coalesce(share_id, reservation_id)) stored,
  -- Last change of what the pass says.
  changed_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default now(),
  primary key (device_id, serial),
  check (num_nonnulls(reservation_id, share_id) = 1)
);
create index wallet_registrations_serial on wallet_registrations (serial);

-- Marks registered passes as changed and adds the jobs that tell their devices, in the transaction of the change.
create function announce_passes(serials uuid[]) returns void language plpgsql as $$
begin
  update wallet_registrations set changed_at = clock_timestamp() where serial = any (serials);
  perform graphile_worker.add_job('push_pass', json_build_object('serial', changed.serial),
    job_key => 'push_pass:' || changed.serial, max_attempts => 25)
  from (select distinct r.serial from wallet_registrations r where r.serial = any (serials)) changed;
end
$$;

-- The pass of a reservation that became a part of another one says what that one is.
create function announce_passes_of_reservation() returns trigger language plpgsql as $$
begin
  if exists (select from wallet_registrations) then
    perform announce_passes(array(
      select new.id
      union all select m.id from reservations m where m.merged_into_id = new.id
      union all select s.id from entry_shares s where s.reservation_id = new.id));
  end if;
  return null;
end
$$;
create trigger reservations_passes after update of status, deleted_at, starts_at, ends_at, guest_name, guest_count, event_id,
  table_id, second_table_id, extra_table_ids, merged_into_id on reservations
  for each row when (
    (new.status, new.deleted_at, new.starts_at, new.ends_at, new.guest_name, new.guest_count, new.event_id,
      new.table_id, new.second_table_id, new.extra_table_ids, new.merged_into_id)
    is distinct from (old.status, old.deleted_at, old.starts_at, old.ends_at, old.guest_name, old.guest_count, old.event_id,
      old.table_id, old.second_table_id, old.extra_table_ids, old.merged_into_id))
  execute function announce_passes_of_reservation();

create function announce_pass_of_share() returns trigger language plpgsql as $$
begin
  perform announce_passes(array[new.id]);
  return null;
end
$$;
create trigger entry_shares_passes after update of ended_at, reservation_id, guest_name on entry_shares
  for each row execute function announce_pass_of_share();

create function announce_passes_of_event() returns trigger language plpgsql as $$
begin
  perform announce_passes(array(
    select w.serial from wallet_registrations w
      left join entry_shares s on s.id = w.share_id
      join reservations r on r.id = coalesce(w.reservation_id, s.reservation_id)
      left join reservations l on l.id = r.merged_into_id
    where new.id in (r.event_id, l.event_id)));
  return null;
end
$$;
create trigger events_passes after update of title, date, start_time, end_time on events
  for each row when ((new.title, new.date, new.start_time, new.end_time)
    is distinct from (old.title, old.date, old.start_time, old.end_time))
  execute function announce_passes_of_event();

-- Devices of a guest are forgotten with the guest.
create function forget_pass_devices() returns trigger language plpgsql as $$
begin
  delete from wallet_registrations where reservation_id = new.id
    or share_id in (select id from entry_shares where reservation_id = new.id);
  return null;
end
$$;
create trigger reservations_wallet_devices after update of anonymised_at on reservations for each row
  when (new.anonymised_at is not null) execute function forget_pass_devices();
