-- Passes in Google Wallet, told of changes beside those of Apple. See docs/decisions/0055-google-wallet-passes.md.
-- while serving: the table is new, and the functions of 0070 and 0071 do for Apple's devices what they did. The older
-- version makes no such pass; it leaves their jobs, which have a name of their own, in the queue. `reservations` is locked for a moment.

create table google_passes (
  -- A pass is that of a reservation or that of a friend; its id is a part of the pass's name at Google.
  serial uuid primary key generated always as (coalesce(share_id, reservation_id)) stored,
  reservation_id uuid references reservations (id) on delete cascade,
  share_id uuid references entry_shares (id) on delete cascade,
  -- When Google confirmed that it has the pass; null as long as it was only asked for.
  made_at timestamptz,
  created_at timestamptz not null default now(),
  check (num_nonnulls(reservation_id, share_id) = 1)
);
create index google_passes_reservation on google_passes (reservation_id) where reservation_id is not null;
create index google_passes_share on google_passes (share_id) where share_id is not null;

-- Passes that guests have, in whichever wallet.
create function passes_in_wallets() returns table (serial uuid, reservation_id uuid, share_id uuid) language sql stable as $$
  select serial, reservation_id, share_id from wallet_registrations
  union all
  select serial, reservation_id, share_id from google_passes
$$;

-- Marks passes as changed and adds the jobs that tell the wallets, in the transaction of the change. Each wallet has a job of its own:
-- one that cannot be reached does not repeat what the other was told.
create or replace function announce_passes(serials uuid[]) returns void language plpgsql as $$
begin
  update wallet_registrations set changed_at = clock_timestamp() where serial = any (serials);
  perform graphile_worker.add_job('push_pass', json_build_object('serial', changed.serial), queue_name => 'push_pass',
    job_key => 'push_pass:' || changed.serial, max_attempts => 25)
  from (select distinct r.serial from wallet_registrations r where r.serial = any (serials)) changed;
  perform graphile_worker.add_job('update_google_pass', json_build_object('serial', g.serial), queue_name => 'update_google_pass',
    job_key => 'update_google_pass:' || g.serial, max_attempts => 25)
  from google_passes g where g.serial = any (serials);
end
$$;

create or replace function announce_passes_of_reservation() returns trigger language plpgsql as $$
begin
  if exists (select from passes_in_wallets()) then
    perform announce_passes(array(
      select new.id
      union all select m.id from reservations m where m.merged_into_id = new.id
      union all select s.id from entry_shares s where s.reservation_id = new.id));
  end if;
  return null;
end
$$;

-- Dinners have passes before staff confirm them, so their cancellation is told as well. The close-out of a night changes no pass.
create or replace trigger reservations_passes after update of status, deleted_at, starts_at, ends_at, guest_name, guest_count, event_id,
  table_id, second_table_id, extra_table_ids, merged_into_id on reservations
  for each row when (
    ((case new.status when 'completed' then 'confirmed' else new.status end), new.deleted_at, new.starts_at, new.ends_at,
      new.guest_name, new.guest_count, new.event_id, new.table_id, new.second_table_id, new.extra_table_ids, new.merged_into_id)
    is distinct from ((case old.status when 'completed' then 'confirmed' else old.status end), old.deleted_at, old.starts_at,
      old.ends_at, old.guest_name, old.guest_count, old.event_id, old.table_id, old.second_table_id, old.extra_table_ids,
      old.merged_into_id))
  execute function announce_passes_of_reservation();

create or replace function announce_passes_of_event() returns trigger language plpgsql as $$
begin
  perform announce_passes(array(
    select w.serial from passes_in_wallets() w
      left join entry_shares s on s.id = w.share_id
      join reservations r on r.id = coalesce(w.reservation_id, s.reservation_id)
      left join reservations l on l.id = r.merged_into_id
    where new.id in (r.event_id, l.event_id)));
  return null;
end
$$;

create or replace function announce_passes_of_table() returns trigger language plpgsql as $$
begin
  perform announce_passes(array(
    select w.serial from passes_in_wallets() w
      join reservations r on r.id = w.reservation_id
      join reservations t on t.id = coalesce(r.merged_into_id, r.id)
    where t.ends_at > now() and new.id = any (array[t.table_id, t.second_table_id] || t.extra_table_ids)));
  return null;
end
$$;

-- Passes of a guest are forgotten with the guest.
create or replace function forget_pass_devices() returns trigger language plpgsql as $$
declare
  serials uuid[] := array(select new.id union all select s.id from entry_shares s where s.reservation_id = new.id);
begin
  delete from wallet_registrations where serial = any (serials);
  delete from google_passes where serial = any (serials);
  return null;
end
$$;

-- Google keeps a copy, with the guest's name: whatever forgets a pass here also withdraws it there.
create function withdraw_google_pass() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('update_google_pass', json_build_object('serial', old.serial), queue_name => 'update_google_pass',
    job_key => 'update_google_pass:' || old.serial, max_attempts => 25);
  return null;
end
$$;
create trigger google_passes_withdrawn after delete on google_passes for each row execute function withdraw_google_pass();
