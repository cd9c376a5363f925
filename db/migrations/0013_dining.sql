-- Dinner: what staff decide about it, a second table pushed to the first, and the key that makes one booking of two clicks.

alter table venue
  add column dining_covers_per_slot integer not null default 24 check (dining_covers_per_slot between 1 and 1000),
  add column dining_notice_minutes integer not null default 30 check (dining_notice_minutes between 0 and 10080),
  add column dining_days_ahead integer not null default 60 check (dining_days_ahead between 1 and 365),
  add column large_party_notice_hours integer not null default 24 check (large_party_notice_hours between 0 and 720),
  add column dining_without_table boolean not null default false,
  add column reminders_on boolean not null default true;

-- How long a table is kept for a party: the row with the largest "from" that is not above it.
create table dining_sittings (
  from_guests integer primary key check (from_guests between 1 and 50),
  minutes integer not null check (minutes between 30 and 480)
);

insert into dining_sittings (from_guests, minutes) values (1, 90), (3, 105), (5, 120), (7, 150);

create trigger dining_sittings_announced after insert or update or delete on dining_sittings
  for each statement execute function announce_change('venue');

alter table reservations
  add column second_table_id uuid references venue_tables (id),
  add column form_key text,
  add check (second_table_id is null or (reservation_type = 'dining' and table_id is not null and table_id <> second_table_id)),
  add check (length(form_key) <= 64),
  -- A dinner is never held against a payment: what ends lapsed holds finds none here, and what counts them counts none.
  add check (reservation_type = 'nightlife' or (held_until is null and hold_key is null));

create unique index reservations_form_key on reservations (form_key) where form_key is not null;

-- As before, for both tables of a party that sits at two.
create or replace function reservation_claims_table() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.table_id is not distinct from old.table_id and new.second_table_id is not distinct from old.second_table_id then
      update table_claims
      set live = reservation_is_live(new.status, new.deleted_at),
          during = tstzrange(new.starts_at, new.ends_at, '[)')
      where reservation_id = new.id
        and (live, during) is distinct from
          (reservation_is_live(new.status, new.deleted_at), tstzrange(new.starts_at, new.ends_at, '[)'));
      return null;
    end if;
    delete from table_claims where reservation_id = new.id;
  end if;

  insert into table_claims (table_id, during, reservation_id, live)
  select claimed, tstzrange(new.starts_at, new.ends_at, '[)'), new.id, reservation_is_live(new.status, new.deleted_at)
  from unnest(array[new.table_id, new.second_table_id]) as claimed
  where claimed is not null
  -- Two who claim the same pair do it in one order, so that neither waits for the other.
  order by claimed;
  return null;
end
$$;

drop trigger reservations_claim on reservations;
create trigger reservations_claim
  after insert or update of status, deleted_at, table_id, second_table_id, starts_at, ends_at
  on reservations for each row execute function reservation_claims_table();

-- Who wants no more reminders, as a keyed hash of the address: enough to keep the promise, too little to write to anybody.
create table reminder_stops (
  address_hash text primary key,
  stopped_at timestamptz not null default now()
);
