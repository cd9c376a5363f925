-- Cover at the entrance is money of the night: each tap writes lines of the ledger, with how many guests paid what.
-- See docs/decisions/0035-cover-is-in-the-ledger.md.
-- while serving: `ledger_lines`, `head_counts` and `venue` are locked while the constraints are proven, about a second for
-- each million of lines. The older version writes lines with a reservation only, which the new checks allow, and its sums
-- by night and day count the new lines.

alter table ledger_lines
  alter column reservation_id drop not null,
  -- The entry of a guest list whose guests paid. Walk-ins have neither a reservation nor an entry.
  add column entry_id uuid references guest_list_entries (id),
  -- The act of a device that wrote the line: one act writes a line for each kind of cover.
  add column act_id uuid,
  add column cover_kind text check (cover_kind in ('full', 'reduced', 'guest_list', 'comp')),
  -- Guests of the line; negative where it takes another line back.
  add column cover_guests smallint,
  -- The price for one guest. Of a comp it is the price that was waived.
  add column cover_each_cents integer;

alter table ledger_lines
  drop constraint ledger_lines_kind_check,
  drop constraint ledger_lines_check,
  drop constraint ledger_lines_check4;
alter table ledger_lines
  add constraint ledger_lines_kind_check check (kind in ('payment', 'payment_reversed', 'refund', 'refund_reversed',
    'dispute_lost', 'dispute_won', 'transfer', 'comp', 'discount', 'cover', 'cover_reversed')) not valid,
  add constraint ledger_lines_amounts check (case kind
    when 'payment' then amount_cents > 0
    when 'payment_reversed' then amount_cents < 0
    when 'refund' then amount_cents < 0
    when 'refund_reversed' then amount_cents > 0
    when 'dispute_lost' then amount_cents < 0
    when 'dispute_won' then amount_cents > 0
    when 'transfer' then amount_cents <> 0 or allowance_cents <> 0
    when 'cover' then amount_cents >= 0
    when 'cover_reversed' then amount_cents <= 0
    else amount_cents = 0 and allowance_cents <> 0 end) not valid,
  -- Money at the venue is refunded, corrected or waived by a person, with a reason. Cover is taken back within seconds.
  add constraint ledger_lines_reason check (coalesce(reason, '') <> '' or method = 'online'
    or kind in ('payment', 'transfer', 'cover', 'cover_reversed')) not valid,
  -- Cover belongs to a party or to walk-ins; everything else belongs to a reservation.
  add constraint ledger_lines_of_cover check (case when kind in ('cover', 'cover_reversed') then
      num_nonnulls(act_id, cover_kind, cover_guests, cover_each_cents) = 4
      and num_nonnulls(reservation_id, entry_id) <= 1
      and num_nonnulls(checkout_id, refund_id, dispute_id) = 0
      and (method is null or method in ('cash', 'card'))
      and (kind = 'cover_reversed') = (reverses_id is not null)
      and case kind when 'cover' then cover_guests between 1 and 500 else cover_guests between -500 and -1 end
      and case when cover_kind in ('full', 'reduced') then cover_each_cents between 50 and 100000
          and amount_cents = cover_guests * cover_each_cents
        else cover_each_cents between 0 and 100000 and amount_cents = 0 end
    else reservation_id is not null
      and num_nonnulls(entry_id, act_id, cover_kind, cover_guests, cover_each_cents) = 0 end) not valid;
alter table ledger_lines validate constraint ledger_lines_kind_check;
alter table ledger_lines validate constraint ledger_lines_amounts;
alter table ledger_lines validate constraint ledger_lines_reason;
alter table ledger_lines validate constraint ledger_lines_of_cover;

create index ledger_lines_cover on ledger_lines (night) include (cover_kind, method, amount_cents, cover_guests)
  where cover_kind is not null;
create index ledger_lines_cover_created on ledger_lines (created_at) include (reservation_id, entry_id)
  where cover_kind is not null;
create index ledger_lines_entry on ledger_lines (entry_id) where entry_id is not null;
create index ledger_lines_act on ledger_lines (act_id) where act_id is not null;

-- Cover pays for entering, not for the table: it changes no sum and no payment status of a reservation.
create or replace function apply_ledger_lines() returns trigger language plpgsql as $$
begin
  update reservations r set
    received_cents = r.received_cents + l.received,
    refunded_cents = r.refunded_cents + l.refunded,
    disputed_cents = r.disputed_cents + l.disputed,
    allowance_cents = r.allowance_cents + l.allowance,
    payment_status = payment_status_from(r.payment_status, r.total_price_cents - r.allowance_cents - l.allowance,
      r.received_cents + l.received, r.refunded_cents + l.refunded, r.disputed_cents + l.disputed)
  from (
    select reservation_id,
      coalesce(sum(amount_cents) filter (where kind in ('payment', 'payment_reversed')), 0)::integer as received,
      -coalesce(sum(amount_cents) filter (where kind in ('refund', 'refund_reversed')), 0)::integer as refunded,
      -coalesce(sum(amount_cents) filter (where kind in ('dispute_lost', 'dispute_won')), 0)::integer as disputed,
      coalesce(sum(allowance_cents) filter (where kind in ('comp', 'discount')), 0)::integer as allowance
    from new_lines where kind <> 'transfer' and cover_kind is null group by reservation_id
  ) l
  where r.id = l.reservation_id;
  return null;
end
$$;

-- A reservation that is moved takes the money for its table along. The cover was for the night on which its guests came.
create or replace function ledger_follows_night() returns trigger language plpgsql as $$
begin
  insert into ledger_lines (source_key, kind, method, amount_cents, allowance_cents, reservation_id, night, moved_at)
  select 'transfer:' || gen_random_uuid(), 'transfer', case when way.sign * held.cents <> 0 then held.method end,
    way.sign * held.cents, way.sign * held.allowance, new.id, way.night, now()
  from (
    select method, night, sum(amount_cents)::integer as cents, sum(allowance_cents)::integer as allowance
    from ledger_lines where reservation_id = new.id and night <> new.business_date and cover_kind is null
    group by method, night
  ) held, lateral (values (held.night, -1), (new.business_date, 1)) as way (night, sign)
  where held.cents <> 0 or held.allowance <> 0;
  return null;
end
$$;

-- A group of walk-ins pays cover with one tap, and is counted with it.
alter table head_counts drop constraint head_counts_change_check;
alter table head_counts add constraint head_counts_change_check
  check (change between -500 and 500 and change <> 0) not valid;
alter table head_counts validate constraint head_counts_change_check;

-- What a guest pays to whom staff give the reduced price; 0 where the venue has none.
alter table venue add column reduced_cover_cents integer not null default 0
  check (reduced_cover_cents = 0 or reduced_cover_cents between 50 and 100000);
