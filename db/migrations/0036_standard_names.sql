-- Tables, columns, functions, triggers and indexes get the names that the field uses. See
-- docs/decisions/0025-names-in-the-database.md.
--
-- while serving: all locks are taken at once, after the transactions that hold one have ended, and kept for some
-- milliseconds. The older version goes on serving: each renamed table has an updatable view under its old name, with the old
-- names of its columns, and each renamed column of a table that keeps its name has a twin under the old name, which a
-- trigger keeps equal. The next release drops views and twins.

-- Takes every lock or none: the migration and a transaction of the older version that each hold one lock and wait for
-- another would deadlock. Between two attempts other transactions proceed.
do $$
declare
  usual text := current_setting('lock_timeout');
begin
  for attempt in 1..3000 loop
    begin
      perform set_config('lock_timeout', '300ms', true);
      lock table reservations, events, venue, inquiries, performer_applications, table_requests, home_modals, house_holds,
        table_claims, mails, form_counts, reminder_stops, reservation_tallies, dining_sittings, staff_used_codes,
        sign_in_attempts in access exclusive mode;
      exit;
    exception when lock_not_available then
      if attempt = 3000 then
        raise;
      end if;
    end;
    perform pg_sleep(0.2);
  end loop;
  perform set_config('lock_timeout', usual, true);
end
$$;

alter table house_holds rename to table_blocks;
alter table table_claims rename to table_occupancies;
alter table table_occupancies rename column house_hold_id to table_block_id;
alter table table_occupancies rename column live to is_active;
alter table mails rename to email_queue;
alter table email_queue rename column about_id to subject_id;
alter table email_queue rename column occasion to dedupe_key;
alter table form_counts rename to rate_limits;
alter table reminder_stops rename to reminder_opt_outs;
alter table reminder_opt_outs rename column stopped_at to opted_out_at;
alter table reservation_tallies rename to reservation_counters;
alter table dining_sittings rename to dining_turn_times;
alter table staff_used_codes rename to used_totp_codes;

-- Constraints, their indexes and sequences are named after their table.
do $$
declare
  names constant text[] := array['house_holds', 'table_blocks', 'table_claims', 'table_occupancies', 'mails', 'email_queue',
    'form_counts', 'rate_limits', 'reminder_stops', 'reminder_opt_outs', 'reservation_tallies', 'reservation_counters',
    'dining_sittings', 'dining_turn_times', 'staff_used_codes', 'used_totp_codes'];
  it record;
begin
  for it in
    select n.after as relation, c.conname as before,
      n.after || replace(substr(c.conname, length(n.before) + 1), 'house_hold', 'table_block') as after
    from (select names[i] as before, names[i + 1] as after from generate_series(1, array_length(names, 1), 2) as i) n
    join pg_constraint c on c.conrelid = n.after::regclass and starts_with(c.conname, n.before || '_')
  loop
    execute format('alter table %I rename constraint %I to %I', it.relation, it.before, it.after);
  end loop;
end
$$;
alter sequence reservation_tallies_id_seq rename to reservation_counters_id_seq;
alter index house_holds_event rename to table_blocks_event;
alter index table_claims_reservation rename to table_occupancies_reservation;
alter index table_claims_house_hold rename to table_occupancies_table_block;
alter index form_counts_expire rename to rate_limits_expire;

-- The older version reads and writes the renamed tables through these. The columns have the order of the tables: of a
-- prepared statement of the older version, the result may not change.
create view house_holds as
  select id, event_id, table_id, reason, expires_at, released_at, created_at from table_blocks;
create view table_claims as
  select id, table_id, during, reservation_id, table_block_id as house_hold_id, is_active as live from table_occupancies;
create view mails as
  select id, reservation_id, kind, created_at, sent_at, inquiry_id, application_id, table_request_id,
    dedupe_key as occasion, subject_id as about_id from email_queue;
create view form_counts as select key, points, expire from rate_limits;
create view reminder_stops as select address_hash, opted_out_at as stopped_at from reminder_opt_outs;
create view reservation_tallies as
  select id, reservation_type, status, reservations, earned_cents from reservation_counters;
create view dining_sittings as select from_guests, minutes from dining_turn_times;
create view staff_used_codes as select user_id, code_hash, used_at from used_totp_codes;

-- A change may have several topics: processes of the older version listen for the second of those below.
create or replace function announce_change() returns trigger language plpgsql as $$
declare
  topic text;
begin
  foreach topic in array tg_argv loop
    perform pg_notify('content_changed', topic);
  end loop;
  return null;
end
$$;
drop trigger table_claims_announced on table_occupancies;
create trigger table_occupancies_announced after insert or update or delete on table_occupancies for each statement
  execute function announce_change('occupancies', 'claims');
drop trigger home_modals_announced on home_modals;
create trigger home_modals_announced after insert or update or delete on home_modals for each statement
  execute function announce_change('home_modals', 'promotions');

-- Triggers of one table run in the order of their names: reservations still occupy their tables before `event_open` and
-- `stale_hold` check what was changed while the statement waited for a table.
alter trigger dining_sittings_announced on dining_turn_times rename to dining_turn_times_announced;
alter trigger table_claims_from_now_on on table_occupancies rename to table_occupancies_from_now_on;
alter trigger house_holds_claim on table_blocks rename to table_blocks_occupy;
alter trigger reservations_claim on reservations rename to reservations_assign_tables;
alter trigger reservations_stand on reservations rename to reservations_stale_hold;
alter trigger reservations_tallied on reservations rename to reservations_counted;
alter trigger reservations_tallied_gone on reservations rename to reservations_counted_deleted;
alter trigger reservations_tallied_new on reservations rename to reservations_counted_new;

alter function claim_from_now_on() rename to occupy_from_now_on;
alter function hold_still_stands() rename to refuse_stale_hold;
alter function note_dispute_of_issue() rename to record_dispute_of_issue;
alter function house_hold_claims_table() rename to table_block_occupies_table;
alter function house_holds_follow() rename to table_blocks_follow_event;
alter function reservation_claims_table() rename to reservation_occupies_tables;
alter function tally_reservations() rename to count_reservations;

create or replace function table_block_occupies_table() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into table_occupancies (table_id, during, table_block_id)
    select new.table_id, tstzrange(e.starts_at, e.ends_at, '[)'), new.id from events e where e.id = new.event_id;
  else
    update table_occupancies set is_active = new.released_at is null where table_block_id = new.id;
  end if;
  return null;
end
$$;

create or replace function table_blocks_follow_event() returns trigger language plpgsql as $$
begin
  update table_occupancies o set during = tstzrange(new.starts_at, new.ends_at, '[)')
  from table_blocks b where b.event_id = new.id and o.table_block_id = b.id;
  return null;
end
$$;

create or replace function reservation_occupies_tables() returns trigger language plpgsql as $$
declare
  occupied tstzrange := reservation_occupies(new.starts_at, new.ends_at, new.left_at);
  occupies boolean := reservation_is_live(new.status, new.deleted_at);
begin
  if tg_op = 'UPDATE' then
    if new.table_id is not distinct from old.table_id and new.second_table_id is not distinct from old.second_table_id then
      update table_occupancies set is_active = occupies, during = occupied
      where reservation_id = new.id and (is_active, during) is distinct from (occupies, occupied);
      return null;
    end if;
    delete from table_occupancies where reservation_id = new.id;
  end if;

  insert into table_occupancies (table_id, during, reservation_id, is_active)
  select seated_at, occupied, new.id, occupies
  from unnest(array[new.table_id, new.second_table_id]) as seated_at
  where seated_at is not null
  -- Two transactions that occupy the same pair of tables do it in one order, so that they cannot deadlock.
  order by seated_at;
  return null;
end
$$;

create or replace function count_reservations() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into reservation_counters (reservation_type, status, reservations, earned_cents)
    select reservation_type, status, count(*), sum(earned_cents(received_cents, refunded_cents, disputed_cents))
    from after_rows where deleted_at is null group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into reservation_counters (reservation_type, status, reservations, earned_cents)
    select reservation_type, status, -count(*), -sum(earned_cents(received_cents, refunded_cents, disputed_cents))
    from before_rows where deleted_at is null group by 1, 2;
  else
    insert into reservation_counters (reservation_type, status, reservations, earned_cents)
    select reservation_type, status, sum(n), sum(cents) from (
      select reservation_type, status, 1 as n, earned_cents(received_cents, refunded_cents, disputed_cents) as cents
      from after_rows where deleted_at is null
      union all
      select reservation_type, status, -1, -earned_cents(received_cents, refunded_cents, disputed_cents)
      from before_rows where deleted_at is null
    ) changes
    group by 1, 2 having sum(n) <> 0 or sum(cents) <> 0;
  end if;
  return null;
end
$$;

create or replace function hold_limit(
  of_event uuid, during tstzrange, email text, phone text, browser text, address text, network text, at timestamptz, limits jsonb
) returns table (reason text, minutes integer)
  language plpgsql volatile rows 1 as $$
declare
  phone_digits text := right(regexp_replace(phone, '\D', '', 'g'), 10);
  own record;
  wait record;
  free_tables integer;
begin
  perform pg_advisory_xact_lock(key) from (
    select distinct hashtextextended('hold ' || who, 0) as key
    from unnest(array['email ' || lower(email), 'phone ' || phone_digits, 'browser ' || browser,
      'address ' || address, 'network ' || network]) as who
    where who is not null
    order by key
  ) keys;

  -- Held for this night, whoever holds it, and held by this guest or network for any night.
  with held as (
    select event_id, holder_browser, holder_address, holder_network, guest_email, guest_phone, held_until as until
    from reservations
    where event_id = of_event and status = 'pending' and hold_key is not null and deleted_at is null
      and (held_until > at or payment_status = 'pending')
    union all
    select event_id, holder_browser, holder_address, holder_network, guest_email, guest_phone, held_until
    from reservations
    where event_id <> of_event and status = 'pending' and hold_key is not null and deleted_at is null
      and (held_until > at or payment_status = 'pending')
      and (holder_browser = browser or holder_address = address or holder_network = network)
    union all
    select event_id, holder_browser, holder_address, holder_network, guest_email, guest_phone, ends_at
    from reservations
    where status = 'confirmed' and hold_key is not null and total_price_cents = 0 and deleted_at is null and ends_at > at
  )
  select
    count(*) filter (where event_id = of_event and holder_browser = browser) as browser_night,
    greatest(
      count(*) filter (where event_id = of_event and lower(guest_email) = lower(email)),
      count(*) filter (where event_id = of_event and right(regexp_replace(guest_phone, '\D', '', 'g'), 10) = phone_digits)
    ) as contact_night,
    count(*) filter (where holder_browser = browser) as browser_all,
    count(*) filter (where event_id = of_event and holder_address = address) as address_night,
    count(*) filter (where holder_address = address) as address_all,
    count(*) filter (where event_id = of_event and holder_network = network) as network_night,
    count(*) filter (where holder_network = network) as network_all,
    greatest(1, ceil(extract(epoch from
      min(until) filter (where until > at and (holder_address = address or holder_network = network)) - at) / 60))::integer
      as minutes
  into own from held;

  if own.browser_night >= (limits ->> 'guestNight')::integer then
    return query select 'too_many_holds'::text, null::integer;
    return;
  elsif own.contact_night >= (limits ->> 'guestNight')::integer then
    return query select 'too_many_for_contact'::text, null::integer;
    return;
  elsif own.browser_all >= (limits ->> 'guestAll')::integer then
    return query select 'too_many_nights'::text, null::integer;
    return;
  elsif own.address_night >= (limits ->> 'addressNight')::integer or own.address_all >= (limits ->> 'addressAll')::integer then
    return query select 'network_busy'::text, own.minutes;
    return;
  end if;

  if network is not null then
    if own.network_night >= (limits ->> 'guestNight')::integer then
      select count(*) into free_tables from venue_tables t
      where t.is_available and t.deleted_at is null and not exists (
        select from table_occupancies o
        where o.table_id = t.id and o.is_active and o.during && hold_limit.during
      );
      if own.network_night >= greatest((limits ->> 'guestNight')::integer, (free_tables + own.network_night) / 4) then
        return query select 'network_busy'::text, own.minutes;
        return;
      end if;
    end if;
    if own.network_all >= (limits ->> 'networkAll')::integer then
      return query select 'network_busy'::text, own.minutes;
      return;
    end if;
  end if;

  select w.reason, ceil(extract(epoch from w.until - at) / 60)::integer as minutes into wait
  from (
    select 'must_wait' as reason, max(held_until) + make_interval(mins => minutes_after_lapses(count(*),
      (limits -> 'browserLapses' ->> 0)::integer, (limits -> 'browserLapses' ->> 1)::integer,
      (limits -> 'browserLapses' ->> 2)::integer)) as until
    from reservations
    where cancel_reason = 'hold_expired' and holder_browser = browser and held_until between at - interval '1 day' and at
    union all
    select 'network_must_wait', max(held_until) + make_interval(mins => minutes_after_lapses(count(*),
      (limits -> 'addressLapses' ->> 0)::integer, (limits -> 'addressLapses' ->> 1)::integer,
      (limits -> 'addressLapses' ->> 2)::integer))
    from reservations
    where cancel_reason = 'hold_expired' and holder_address = address and held_until between at - interval '1 day' and at
    union all
    select 'network_must_wait', max(held_until) + make_interval(mins => minutes_after_lapses(count(*),
      (limits -> 'networkLapses' ->> 0)::integer, (limits -> 'networkLapses' ->> 1)::integer,
      (limits -> 'networkLapses' ->> 2)::integer))
    from reservations
    where cancel_reason = 'hold_expired' and holder_network = network and held_until between at - interval '1 day' and at
  ) w
  where w.until > at
  order by w.until desc limit 1;
  if found then
    return query select wait.reason, wait.minutes;
  end if;
end
$$;

-- Columns of tables that keep their names. The older version never reads the first.
alter table venue rename column day_rolls_over_at to business_day_starts_at;
alter table venue rename constraint venue_day_rolls_over_at_check to venue_business_day_starts_at_check;

alter table venue
  add column owners_require_two_factor boolean not null default false,
  add column reminders_enabled boolean not null default true,
  add column allow_overbooking boolean not null default false;
alter table venue disable trigger user;
update venue set owners_require_two_factor = owners_need_codes, reminders_enabled = reminders_on,
  allow_overbooking = dining_without_table;
alter table venue enable trigger user;

-- Whichever name of a setting a version writes, the other gets the same value.
create function sync_venue_columns() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.owners_require_two_factor is distinct from old.owners_require_two_factor then
    new.owners_need_codes := new.owners_require_two_factor;
  else
    new.owners_require_two_factor := new.owners_need_codes;
  end if;
  if tg_op = 'INSERT' or new.reminders_enabled is distinct from old.reminders_enabled then
    new.reminders_on := new.reminders_enabled;
  else
    new.reminders_enabled := new.reminders_on;
  end if;
  if tg_op = 'INSERT' or new.allow_overbooking is distinct from old.allow_overbooking then
    new.dining_without_table := new.allow_overbooking;
  else
    new.allow_overbooking := new.dining_without_table;
  end if;
  return new;
end
$$;
create trigger venue_columns_synced before insert or update on venue for each row execute function sync_venue_columns();

alter table sign_in_attempts alter column tries drop not null;
alter table sign_in_attempts add column attempts integer;
update sign_in_attempts set attempts = tries;
alter table sign_in_attempts alter column attempts set not null;

create function sync_sign_in_attempts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.attempts = old.attempts or new.attempts is null then
    new.attempts := new.tries;
  else
    new.tries := new.attempts;
  end if;
  return new;
end
$$;
create trigger sign_in_attempts_synced before insert or update on sign_in_attempts for each row
  execute function sync_sign_in_attempts();

alter table inquiries add column idempotency_key text;
alter table performer_applications add column idempotency_key text;
alter table table_requests add column idempotency_key text;
alter table inquiries disable trigger user;
alter table performer_applications disable trigger user;
alter table table_requests disable trigger user;
update inquiries set idempotency_key = form_key where form_key is not null;
update performer_applications set idempotency_key = form_key where form_key is not null;
update table_requests set idempotency_key = form_key where form_key is not null;
alter table inquiries enable trigger user;
alter table performer_applications enable trigger user;
alter table table_requests enable trigger user;
alter table inquiries add constraint inquiries_idempotency_key_key unique (idempotency_key);
alter table performer_applications add constraint performer_applications_idempotency_key_key unique (idempotency_key);
alter table table_requests add constraint table_requests_idempotency_key_key unique (idempotency_key);

create function sync_idempotency_key() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.idempotency_key := coalesce(new.idempotency_key, new.form_key);
    new.form_key := new.idempotency_key;
  elsif new.idempotency_key is distinct from old.idempotency_key then
    new.form_key := new.idempotency_key;
  else
    new.idempotency_key := new.form_key;
  end if;
  return new;
end
$$;
create trigger inquiries_synced before insert or update of form_key, idempotency_key on inquiries for each row
  execute function sync_idempotency_key();
create trigger performer_applications_synced before insert or update of form_key, idempotency_key on performer_applications
  for each row execute function sync_idempotency_key();
create trigger table_requests_synced before insert or update of form_key, idempotency_key on table_requests for each row
  execute function sync_idempotency_key();

-- Indexes of the rows that staff have deleted.
alter index events_bin rename to events_deleted;
alter index gallery_items_bin rename to gallery_items_deleted;
alter index home_modals_bin rename to home_modals_deleted;
alter index inquiries_bin rename to inquiries_deleted;
alter index menu_items_bin rename to menu_items_deleted;
alter index performer_applications_bin rename to performer_applications_deleted;
alter index reservations_bin rename to reservations_deleted;
alter index table_requests_bin rename to table_requests_deleted;
alter index venue_tables_bin rename to venue_tables_deleted;
