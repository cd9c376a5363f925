-- A guest holds a table while paying; what was paid, given back and told about it is kept for good.

-- Who is asking: a random name of the browser, and the address it came from, both only as keyed hashes.
alter table reservations
  add column hold_key uuid,
  add column holder_browser text,
  add column holder_address text;

create unique index reservations_hold_key on reservations (hold_key) where hold_key is not null;
create index reservations_held on reservations (event_id) where status = 'pending' and hold_key is not null;

-- What the door reads from a guest's screen or types in: no letters or digits that look alike.
create function new_entry_code() returns text language sql volatile as $$
  select string_agg(substr('ABCDEFGHJKMNPQRSTVWXYZ23456789', 1 + get_byte(bytes, i) % 30, 1), '')
  from (select decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex') as bytes) random,
    unnest(array[0, 1, 2, 3, 10, 11, 12, 13]) as i
$$;
alter table reservations add column entry_code text not null default new_entry_code() check (length(entry_code) = 8);
create unique index reservations_entry_code on reservations (entry_code);

-- How many tables of an event one guest holds, by e-mail, browser or address, whichever is most. It first queues behind
-- the same guest's other requests, and counts only then: asked in the middle of a statement, it still sees what those
-- have written.
create function holds_of_guest(of_event uuid, email text, browser text, address text, at timestamptz) returns integer
  language plpgsql volatile as $$
declare
  most integer;
begin
  perform pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(of_event || who, 0) as key
    from unnest(array['email ' || email, 'browser ' || browser, 'address ' || address]) as who
    where who is not null
    order by key
  ) keys;
  select greatest(
    count(*) filter (where lower(guest_email) = lower(email)),
    count(*) filter (where holder_browser = browser),
    count(*) filter (where holder_address = address))
  into most
  from reservations
  where event_id = of_event and status = 'pending' and hold_key is not null and deleted_at is null
    and (held_until > at or payment_status = 'pending');
  return most;
end
$$;

-- One attempt to pay for one reservation. It is 'opening' until the provider has answered, and 'lost' where the
-- provider's answer never came: a session that nobody was sent to, which is closed when it is found.
create table checkouts (
  id uuid primary key default new_id(),
  reservation_id uuid not null references reservations (id),
  provider text not null check (provider in ('stripe', 'local')),
  session_id text unique,
  payment_intent_id text,
  url text,
  amount_cents integer not null check (amount_cents > 0),
  status text not null default 'opening'
    check (status in ('opening', 'open', 'processing', 'paid', 'failed', 'expired', 'refused', 'lost')),
  received_cents integer not null default 0 check (received_cents >= 0),
  expires_at timestamptz not null,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  check ((status = 'paid') = (paid_at is not null))
);

create unique index checkouts_one_open on checkouts (reservation_id) where status in ('opening', 'open', 'processing');
create index checkouts_reservation on checkouts (reservation_id);
create index checkouts_payment_intent on checkouts (payment_intent_id) where payment_intent_id is not null;
create index checkouts_unsettled on checkouts (created_at) where status in ('opening', 'open', 'processing', 'lost');
create trigger checkouts_touched before update on checkouts for each row execute function touch_row();

-- Money going back. 'requested' is ours, the rest is what the provider says.
create table refunds (
  id uuid primary key default new_id(),
  checkout_id uuid not null references checkouts (id),
  reservation_id uuid not null references reservations (id),
  amount_cents integer not null check (amount_cents > 0),
  reason text not null check (reason in ('table_gone', 'paid_twice', 'wrong_amount', 'guest', 'staff', 'provider')),
  note text check (length(note) <= 500),
  status text not null default 'requested' check (status in ('requested', 'pending', 'succeeded', 'failed')),
  provider_refund_id text unique,
  failure text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create index refunds_checkout on refunds (checkout_id);
create index refunds_reservation on refunds (reservation_id);
create index refunds_unsettled on refunds (created_at) where status in ('requested', 'pending');
create trigger refunds_touched before update on refunds for each row execute function touch_row();

-- Each message of the provider once, whatever it was sent how often.
create table webhook_events (
  id text primary key,
  provider text not null check (provider in ('stripe', 'local')),
  type text not null,
  object_id text,
  provider_created_at timestamptz not null,
  received_at timestamptz not null default now()
);

create index webhook_events_received on webhook_events (received_at);

-- What a person has to look at: money that does not add up. Each matter once, however often it is noticed.
create table payment_exceptions (
  id uuid primary key default new_id(),
  kind text not null check (kind in ('amount_mismatch', 'refund_failed', 'dispute', 'unknown_payment')),
  subject text not null,
  reservation_id uuid references reservations (id),
  checkout_id uuid references checkouts (id),
  amount_cents integer,
  detail text not null check (length(detail) <= 1000),
  opened_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by uuid references staff_users (id) on delete set null,
  resolution text check (length(resolution) <= 1000),
  unique (kind, subject)
);

create index payment_exceptions_open on payment_exceptions (opened_at desc) where resolved_at is null;

-- What a guest is written: each kind of letter about a reservation once.
create table mails (
  id uuid primary key default new_id(),
  reservation_id uuid not null references reservations (id),
  kind text not null check (kind in ('confirmation', 'cancelled', 'table_gone', 'paid_twice', 'wrong_amount')),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  unique (reservation_id, kind)
);

-- What signs the links in those letters. Made at the first start and the same for every server process.
create table signing_keys (
  purpose text primary key,
  secret bytea not null check (length(secret) >= 32),
  created_at timestamptz not null default now()
);
