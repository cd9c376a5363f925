-- Who comes, and who has a table. The two are apart so that a party on two joined tables, a hold by the house and a
-- guest's reservation are all refused by one and the same constraint.

create table reservations (
  id uuid primary key default new_id(),
  event_id uuid references events (id),
  table_id uuid references venue_tables (id),
  reservation_type text not null check (reservation_type in ('dining', 'nightlife')),
  time_slot text not null generated always as
    (case reservation_type when 'dining' then '3pm-9pm' else '9pm-5am' end) stored,
  business_date date not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  guest_name text not null check (length(guest_name) between 1 and 120),
  guest_email text not null check (length(guest_email) <= 254),
  guest_phone text check (length(guest_phone) <= 40),
  guest_count integer not null check (guest_count between 1 and 50),
  table_preference text check (table_preference in ('regular', 'vip', 'booth')),
  special_requests text check (length(special_requests) <= 2000),
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'cancelled', 'completed')),
  cancel_reason text check (cancel_reason in ('hold_expired', 'guest', 'staff', 'payment_failed')),
  payment_status text not null default 'none'
    check (payment_status in ('none', 'pending', 'paid', 'failed', 'refunded', 'partly_refunded')),
  total_price_cents integer not null default 0 check (total_price_cents between 0 and 100000000),
  held_until timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  check (ends_at > starts_at),
  check (reservation_type = 'nightlife' or event_id is null),
  check (cancel_reason is null or status = 'cancelled')
);

create index reservations_newest on reservations (created_at desc, id desc) where deleted_at is null;
create index reservations_night on reservations (business_date, reservation_type) where deleted_at is null;
create index reservations_event on reservations (event_id) where event_id is not null;
create index reservations_lapsing on reservations (held_until)
  where status = 'pending' and held_until is not null and deleted_at is null;
create index reservations_email on reservations (lower(guest_email));

-- What the total was made of when it was agreed. Later price changes do not touch it.
create table reservation_lines (
  id uuid primary key default new_id(),
  reservation_id uuid not null references reservations (id) on delete cascade,
  kind text not null check (kind in ('table', 'package')),
  package_key text references packages (key),
  label text not null,
  amount_cents integer not null check (amount_cents between 0 and 100000000),
  check ((kind = 'package') = (package_key is not null)),
  unique (reservation_id, kind, package_key)
);

-- A table kept back by staff for an event, with a reason and, if wanted, an end.
create table house_holds (
  id uuid primary key default new_id(),
  event_id uuid not null references events (id),
  table_id uuid not null references venue_tables (id),
  reason text not null check (reason <> ''),
  expires_at timestamptz,
  released_at timestamptz,
  created_at timestamptz not null default now()
);

-- The one decision on who has a table. "live" follows the holder's status by the triggers below.
create table table_claims (
  id uuid primary key default new_id(),
  table_id uuid not null references venue_tables (id),
  during tstzrange not null check (not isempty(during) and lower(during) is not null and upper(during) is not null),
  reservation_id uuid references reservations (id) on delete cascade,
  house_hold_id uuid references house_holds (id) on delete cascade,
  live boolean not null default true,
  check (num_nonnulls(reservation_id, house_hold_id) = 1),
  constraint one_party_per_table exclude using gist (table_id with =, during with &&) where (live)
);

create index table_claims_reservation on table_claims (reservation_id) where reservation_id is not null;
create index table_claims_house_hold on table_claims (house_hold_id) where house_hold_id is not null;

create function reservation_is_live(status text, deleted_at timestamptz) returns boolean
  language sql immutable parallel safe
  return status in ('pending', 'confirmed') and deleted_at is null;

-- A reservation with a table claims it; one that is cancelled, completed or deleted lets go; one that comes back
-- must win its table again, and the constraint above refuses it where someone else sits there now.
create function reservation_claims_table() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.table_id is not null then
      insert into table_claims (table_id, during, reservation_id, live)
      values (new.table_id, tstzrange(new.starts_at, new.ends_at, '[)'), new.id,
        reservation_is_live(new.status, new.deleted_at));
    end if;
    return null;
  end if;

  if new.table_id is distinct from old.table_id then
    delete from table_claims where reservation_id = new.id;
    if new.table_id is not null then
      insert into table_claims (table_id, during, reservation_id, live)
      values (new.table_id, tstzrange(new.starts_at, new.ends_at, '[)'), new.id,
        reservation_is_live(new.status, new.deleted_at));
    end if;
    return null;
  end if;

  update table_claims
  set live = reservation_is_live(new.status, new.deleted_at),
      during = tstzrange(new.starts_at, new.ends_at, '[)')
  where reservation_id = new.id
    and (live, during) is distinct from
      (reservation_is_live(new.status, new.deleted_at), tstzrange(new.starts_at, new.ends_at, '[)'));
  return null;
end
$$;

create trigger reservations_claim after insert or update of status, deleted_at, table_id, starts_at, ends_at
  on reservations for each row execute function reservation_claims_table();

create function house_hold_claims_table() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into table_claims (table_id, during, house_hold_id)
    select new.table_id, tstzrange(e.starts_at, e.ends_at, '[)'), new.id from events e where e.id = new.event_id;
  else
    update table_claims set live = new.released_at is null where house_hold_id = new.id;
  end if;
  return null;
end
$$;

create trigger house_holds_claim after insert or update of released_at on house_holds
  for each row execute function house_hold_claims_table();

create trigger reservations_touched before update on reservations for each row execute function touch_row();
create trigger table_claims_announced after insert or update or delete on table_claims
  for each statement execute function announce_change('claims');
