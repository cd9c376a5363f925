-- A waiting list of a night and of a full dinner time, its offers of freed tables, and the refund of a late cancellation
-- whose table is sold again. See docs/decisions/0036-waiting-list.md.
-- while serving: `venue`, `reservations`, `email_queue` and `table_occupancies` are locked for moments: the new columns are
-- empty, their indexes have no rows, and the new checks read the existing rows once. The older version neither
-- puts guests on a waiting list nor makes offers; the holds it takes meanwhile do not wait for the parties on a list.

alter table venue
  -- Minutes for which a table is held for a party of the waiting list.
  add column offer_minutes integer not null default 15 check (offer_minutes between 5 and 240),
  -- Refunds the amount kept of a late cancellation once the table is sold again.
  add column refund_resold_tables boolean not null default false;

create table waiting_entries (
  id uuid primary key default new_id(),
  -- Order of joining. Guests who join one list queue at a lock, so this is also the order of their commits.
  seq bigint generated always as identity unique,
  -- Each entry waits for a table of a night or for a dinner time.
  event_id uuid references events (id) on delete cascade,
  dinner_at timestamptz,
  business_date date not null,
  guest_name text not null check (guest_name <> '' and length(guest_name) <= 120),
  guest_email text not null check (length(guest_email) <= 254),
  guest_phone text not null check (length(guest_phone) <= 40),
  guest_count smallint not null check (guest_count between 1 and 30),
  -- Zone that the party asked for; null for any.
  zone text check (zone in ('Right Red Vip', 'Left Green Vip', 'Floor Seating')),
  consented_at timestamptz not null,
  -- Follows the reservation of the offer, by a trigger.
  status text not null default 'waiting'
    check (status in ('waiting', 'offered', 'accepted', 'declined', 'lapsed', 'left', 'removed')),
  -- Reason of an offer out of turn.
  offer_reason text check (length(offer_reason) <= 300),
  idempotency_key text unique,
  anonymised_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  check (num_nonnulls(event_id, dinner_at) = 1)
);
create index waiting_entries_event on waiting_entries (event_id, seq) where event_id is not null;
create index waiting_entries_dinner on waiting_entries (dinner_at, seq) where dinner_at is not null;
create index waiting_entries_date on waiting_entries (business_date);
create index waiting_entries_open on waiting_entries (seq) where status in ('waiting', 'offered');
create index waiting_entries_lapsed on waiting_entries (updated_at) where status = 'lapsed';
create index waiting_entries_of_email on waiting_entries (lower(guest_email));
create index waiting_entries_with_a_person on waiting_entries (created_at) where anonymised_at is null;
-- One party stands in one line once.
create unique index waiting_entries_email_of_night on waiting_entries (event_id, lower(guest_email))
  where status in ('waiting', 'offered') and event_id is not null and anonymised_at is null;
create unique index waiting_entries_phone_of_night on waiting_entries (event_id, phone_key(guest_phone))
  where status in ('waiting', 'offered') and event_id is not null and anonymised_at is null;
create unique index waiting_entries_email_of_dinner on waiting_entries (dinner_at, lower(guest_email))
  where status in ('waiting', 'offered') and dinner_at is not null and anonymised_at is null;
create unique index waiting_entries_phone_of_dinner on waiting_entries (dinner_at, phone_key(guest_phone))
  where status in ('waiting', 'offered') and dinner_at is not null and anonymised_at is null;
create trigger waiting_entries_touched before update on waiting_entries for each row execute function touch_row();
-- Charts show a table that waits for its next party as held, and staff see the list live.
create trigger waiting_entries_announced after insert or update or delete on waiting_entries for each statement
  execute function announce_change('occupancies');

-- An offer is a hold: the reservation names the entry that it was made for.
alter table reservations add column waiting_entry_id uuid references waiting_entries (id) on delete set null;
-- A dinner has an expiry only as an offer.
alter table reservations
  drop constraint reservations_check4,
  add constraint reservations_expiry_check check (reservation_type = 'nightlife'
    or (hold_key is null and (held_until is null or waiting_entry_id is not null)));
create unique index reservations_one_offer on reservations (waiting_entry_id)
  where waiting_entry_id is not null and status <> 'cancelled';
create index reservations_of_waiting_entry on reservations (waiting_entry_id) where waiting_entry_id is not null;

create function waiting_entry_follows_offer() returns trigger language plpgsql as $$
begin
  update waiting_entries w set status = case
      when new.deleted_at is not null then 'removed'
      when new.status in ('confirmed', 'completed') then 'accepted'
      -- A dinner is pending until staff confirm it. It is the guest's from the moment at which it has no expiry.
      when new.status = 'pending' then case when new.held_until is null then 'accepted' else 'offered' end
      when w.status = 'accepted' then 'accepted'
      when new.cancel_reason = 'guest' then 'declined'
      when new.cancel_reason = 'hold_expired' then 'lapsed'
      -- The payment page could not be opened. The party keeps its place.
      when new.cancel_reason = 'payment_failed' then 'waiting'
      else 'removed'
    end
  where w.id = new.waiting_entry_id;
  return null;
end
$$;
create trigger reservations_of_waiting_list_added after insert on reservations for each row
  when (new.waiting_entry_id is not null) execute function waiting_entry_follows_offer();
create trigger reservations_of_waiting_list after update of status, held_until, deleted_at on reservations for each row
  when (new.waiting_entry_id is not null) execute function waiting_entry_follows_offer();

-- Tables that were freed while their night was sold out. They are offered to the waiting list; other tables of such a night
-- stay unsold.
create table freed_tables (
  event_id uuid not null references events (id) on delete cascade,
  table_id uuid not null references venue_tables (id) on delete cascade,
  freed_at timestamptz not null default now(),
  primary key (event_id, table_id)
);
create index freed_tables_table on freed_tables (table_id);

-- Called by both triggers below with the occupancies that ended.
create function note_freed_tables(ended table_occupancies[]) returns void language plpgsql as $$
begin
  insert into freed_tables (event_id, table_id)
  select distinct e.id, o.table_id from unnest(ended) o
  join events e on e.sold_out and e.deleted_at is null and tstzrange(e.starts_at, e.ends_at, '[)') && o.during
  on conflict (event_id, table_id) do nothing;
  -- A job without a key: transactions that free tables must not wait for each other's job.
  if to_regnamespace('graphile_worker') is not null and exists (
    select from waiting_entries w left join events e on e.id = w.event_id
    where w.status = 'waiting' and exists (
      select from unnest(ended) o where case
        when w.dinner_at is null then o.during && tstzrange(e.starts_at, e.ends_at, '[)')
        else upper(o.during) > w.dinner_at and lower(o.during) < w.dinner_at + interval '8 hours'
      end
    )
  ) then
    perform graphile_worker.add_job('offer_tables', '{}'::json, max_attempts => 25);
  end if;
end
$$;

create function occupancies_were_changed() returns trigger language plpgsql as $$
declare
  ended table_occupancies[];
begin
  select array_agg(b) into ended from before_rows b
  where b.is_active and not exists (
    select from after_rows a where a.id = b.id and a.is_active and a.table_id = b.table_id and a.during @> b.during
  );
  if ended is not null then
    perform note_freed_tables(ended);
  end if;
  return null;
end
$$;
create trigger table_occupancies_changed after update on table_occupancies
  referencing old table as before_rows new table as after_rows
  for each statement execute function occupancies_were_changed();

create function occupancies_were_deleted() returns trigger language plpgsql as $$
declare
  ended table_occupancies[];
begin
  select array_agg(b) into ended from before_rows b where b.is_active;
  if ended is not null then
    perform note_freed_tables(ended);
  end if;
  return null;
end
$$;
create trigger table_occupancies_deleted after delete on table_occupancies referencing old table as before_rows
  for each statement execute function occupancies_were_deleted();

-- Whether a party of the waiting list comes before everybody else who wants a table of a night.
create function is_kept_for_waiting(of_event uuid, of_table uuid) returns boolean language sql stable as $$
  select exists (
    select from waiting_entries w join venue_tables t on t.id = of_table
    where w.event_id = of_event and w.status = 'waiting' and w.guest_count <= t.max_guests
      and (w.zone is null or w.zone = t.location) and not is_guest_blocked(w.guest_phone, w.guest_email)
  )
$$;

-- As before, a hold is refused where the night or the table was changed while its statement waited. A hold for a party of the
-- waiting list lasts as long as an offer, and a sold-out night does not refuse it.
create or replace function refuse_stale_hold() returns trigger language plpgsql as $$
begin
  if not exists (
    select from events e, venue_tables t, venue v
    where e.id = new.event_id and e.deleted_at is null and e.tables_for_sale
      and (not e.sold_out or new.waiting_entry_id is not null)
      and e.ends_at = new.ends_at
      and (e.starts_at = new.starts_at
        or (e.starts_at < new.starts_at and new.starts_at = new.held_until - make_interval(
          mins => case when new.waiting_entry_id is null then v.hold_minutes else v.offer_minutes end)))
      and t.id = new.table_id and t.deleted_at is null and t.is_available and t.max_guests >= new.guest_count
  ) then
    raise exclusion_violation using message = 'the night or the table was changed meanwhile';
  end if;
  return null;
end
$$;

-- Emails about an entry. Their repeats are separated by an index of their own, because the column of the subject
-- is computed from the others and cannot be changed without a rewrite of the table.
alter table email_queue
  alter column subject_id drop not null,
  add column waiting_entry_id uuid references waiting_entries (id) on delete cascade,
  drop constraint email_queue_about_one,
  add constraint email_queue_one_subject check (
    num_nonnulls(reservation_id, inquiry_id, application_id, table_request_id, waiting_entry_id) = 1);
create unique index email_queue_waiting_once on email_queue (waiting_entry_id, kind, dedupe_key)
  where waiting_entry_id is not null;

-- Late cancellations whose kept amount is still with the venue.
create index reservations_kept on reservations (event_id, table_id)
  where status = 'cancelled' and kept_cents > 0;
-- When a reservation was cancelled, so that a later sale of its table is known as one.
alter table reservations add column cancelled_at timestamptz;
create function note_cancellation() returns trigger language plpgsql as $$
begin
  new.cancelled_at := case when new.status = 'cancelled' then now() end;
  return new;
end
$$;
create trigger reservations_cancelled_at before update of status on reservations for each row
  when (old.status <> new.status and (new.status = 'cancelled' or old.status = 'cancelled'))
  execute function note_cancellation();
