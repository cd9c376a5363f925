-- The account at the payment provider as the provider keeps it: movements of its balance, and the payouts to the venue's bank. See
-- docs/decisions/0057-the-account-at-the-provider.md.
-- while serving: the tables are new, and the older version neither reads nor writes them.

-- A movement of the balance, as the provider listed it. Amounts are signed: positive into the account.
create table provider_transactions (
  -- The provider's id.
  id text primary key,
  provider text not null check (provider in ('stripe', 'local')),
  kind text not null check (kind in ('charge', 'refund', 'refund_failed', 'dispute', 'dispute_reversed', 'fee', 'payout',
    'payout_failed', 'other')),
  amount_cents integer not null,
  fee_cents integer not null,
  net_cents integer not null generated always as (amount_cents - fee_cents) stored,
  -- The payment that a charge, refund or dispute belongs to.
  payment_intent_id text,
  -- The charge, refund, dispute or payout at the provider.
  source_id text,
  -- Our checkout, by what the provider kept for us. No reference: a restored database may be older than the payment.
  checkout_id uuid,
  created_at timestamptz not null,
  available_on date not null,
  recorded_at timestamptz not null default now()
);
create index provider_transactions_payment on provider_transactions (payment_intent_id) where payment_intent_id is not null;
create index provider_transactions_checkout on provider_transactions (checkout_id) where checkout_id is not null;
create index provider_transactions_source on provider_transactions (source_id) where source_id is not null;
create index provider_transactions_created on provider_transactions (created_at);

-- A payout to the venue's bank, as the provider last described it.
create table provider_payouts (
  id text primary key,
  provider text not null check (provider in ('stripe', 'local')),
  amount_cents integer not null,
  state text not null check (state in ('on_its_way', 'paid', 'failed')),
  failure text,
  arrives_on date not null,
  created_at timestamptz not null,
  -- When the movements that it consists of were listed; null until then, and for good where a payout was made by hand.
  itemized_at timestamptz
);
create index provider_payouts_created on provider_payouts (created_at);

-- Which movement was paid out with which payout. Known later than the movement, which therefore has no column for it.
create table provider_payout_items (
  transaction_id text primary key references provider_transactions (id),
  payout_id text not null references provider_payouts (id)
);
create index provider_payout_items_payout on provider_payout_items (payout_id);

-- How far the account was read, and since when the provider does not answer.
create table provider_readings (
  provider text primary key check (provider in ('stripe', 'local')),
  -- All movements before this moment were read.
  read_until timestamptz,
  -- When everything was read the last time.
  read_at timestamptz,
  failing_since timestamptz,
  failure text check (length(failure) <= 500)
);

create function refuse_provider_change() returns trigger language plpgsql as $$
begin
  raise exception 'what the provider listed is never changed or deleted' using errcode = 'restrict_violation';
end
$$;
create trigger provider_transactions_kept before update or delete on provider_transactions
  for each row execute function refuse_provider_change();
create trigger provider_transactions_not_emptied before truncate on provider_transactions
  for each statement execute function refuse_provider_change();
create trigger provider_payout_items_kept before update or delete on provider_payout_items
  for each row execute function refuse_provider_change();
create trigger provider_payout_items_not_emptied before truncate on provider_payout_items
  for each statement execute function refuse_provider_change();
