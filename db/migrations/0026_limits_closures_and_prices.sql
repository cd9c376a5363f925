-- Limits of holds, events of a closed service, prices a card can be charged, and table time that is already over.

-- The /48 an IPv6 address belongs to, as a keyed hash; null for IPv4. holder_address is one IPv4 address or one IPv6 /64.
alter table reservations add column holder_network text;

-- Lapsed holds, by the browser, the address and the network that let them lapse.
-- while serving: writes to reservations wait while the indexes are made, about a second for each million of them; the
-- version before refuses nothing by them, and may sell a table below $0.50 to nobody: its form answers with an error.
create index reservations_lapsed_by_browser on reservations (holder_browser, held_until)
  where cancel_reason = 'hold_expired';
create index reservations_lapsed_by_address on reservations (holder_address, held_until)
  where cancel_reason = 'hold_expired';
create index reservations_lapsed_by_network on reservations (holder_network, held_until)
  where cancel_reason = 'hold_expired' and holder_network is not null;
-- Live holds across all nights, by the same three.
create index reservations_held_by_browser on reservations (holder_browser) where status = 'pending' and hold_key is not null;
create index reservations_held_by_address on reservations (holder_address) where status = 'pending' and hold_key is not null;
create index reservations_held_by_network on reservations (holder_network)
  where status = 'pending' and hold_key is not null and holder_network is not null;
-- Tables that cost nothing are confirmed without a payment, and count against the same limits as holds.
create index reservations_taken_free on reservations (ends_at)
  where status = 'confirmed' and hold_key is not null and total_price_cents = 0;

-- How long to wait after so many lapsed holds: nothing for the first "free" ones, then 5 minutes, doubled with each
-- further "step" of them, up to "most" minutes.
create function minutes_after_lapses(lapses bigint, free integer, step integer, most integer) returns integer
  language sql immutable parallel safe
  return case when lapses <= free then 0
    else least(most, 5 * power(2, least(20, (lapses - free - 1) / step)))::integer end;

-- Decides whether a guest may hold one more table: no row where nothing is against it, else the reason and after how many
-- minutes to try again (null where waiting does not help). It first queues behind other requests of the same browser,
-- email, phone, address and network and, being volatile, then counts what those have committed, even when it is called in
-- the middle of a statement. The limits are the caller's (HOLD_LIMITS in src/features/holds/rules.ts).
create function hold_limit(
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
        select from table_claims c
        where c.table_id = t.id and c.live and c.during && hold_limit.during
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

-- A closed day also says what becomes of its events: nothing is sold any more, they are cancelled, or they take place.
alter table venue_special_days
  add column closed_events text not null default 'not_sold'
  constraint venue_special_days_closed_events check (closed_events in ('not_sold', 'cancelled', 'kept_open'));
alter table deleted_special_days
  add column closed_events text not null default 'not_sold'
  constraint deleted_special_days_closed_events check (closed_events in ('not_sold', 'cancelled', 'kept_open'));

-- The service an event belongs to: the restaurant where it is over by 9 PM, else the social lounge. The same rule in
-- TypeScript is serviceOfEvent (src/features/venue/rules.ts).
create function service_of_event(start_time time, end_time time) returns text
  language sql immutable parallel safe
  return case when start_time >= '06:00' and end_time > start_time and end_time <= '21:00' then 'restaurant' else 'social' end;

-- Why an event is not on sale although nobody marked it so: 'not_sold' or 'cancelled' with its closed service; null where
-- the service is open that day, or the event takes place all the same.
create function closure_of_event(of_date date, start_time time, end_time time) returns text
  language sql stable parallel safe
  return (
    select closed_events from venue_special_days
    where business_date = of_date and service = service_of_event(start_time, end_time)
      and opens is null and closed_events <> 'kept_open'
  );

-- Checked once more when a table of an event is written: the service may have been closed while the statement waited for
-- the event's row. Refused like a table that somebody else was quicker to take.
create function event_is_open() returns trigger language plpgsql as $$
begin
  if exists (
    select from events e
    where e.id = new.event_id and e.ends_at > now() and closure_of_event(e.date, e.start_time, e.end_time) is not null
  ) then
    raise exclusion_violation using message = 'the event belongs to a service that is closed that day';
  end if;
  return null;
end
$$;

create trigger reservations_event_open after insert on reservations for each row
  when (new.event_id is not null and new.status in ('pending', 'confirmed'))
  execute function event_is_open();

-- A price is nothing, or enough for a card to be charged. What was between is raised to the least amount.
update venue_tables set reservation_price_cents = 50 where reservation_price_cents between 1 and 49;
update packages set price_cents = 50 where price_cents between 1 and 49;
alter table venue_tables add constraint venue_tables_price_chargeable
  check (reservation_price_cents = 0 or reservation_price_cents >= 50) not valid;
alter table venue_tables validate constraint venue_tables_price_chargeable;
alter table packages add constraint packages_price_chargeable check (price_cents = 0 or price_cents >= 50) not valid;
alter table packages validate constraint packages_price_chargeable;

-- Time that is already over is claimed by nobody: a claim made after its time began starts at that moment, so that a
-- dinner which has ended does not keep a table from the event that goes on. A later change never puts the beginning back.
create function claim_from_now_on() returns trigger language plpgsql as $$
declare
  begins timestamptz := now();
begin
  if tg_op = 'UPDATE' then
    begins := least(lower(old.during), now());
  end if;
  if lower(new.during) < begins and upper(new.during) > begins then
    new.during := tstzrange(begins, upper(new.during), '[)');
  end if;
  return new;
end
$$;

create trigger table_claims_from_now_on before insert or update of during on table_claims for each row
  execute function claim_from_now_on();
