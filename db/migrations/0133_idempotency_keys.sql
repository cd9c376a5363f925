-- A record that staff add is added once, although its form may be sent again because the first answer was lost. Each form carries a key,
-- and its answer is kept for a day. See docs/decisions/0071-forms-of-staff-that-are-sent-again.md.
-- while serving: a new table, which the older version does not use.

create table idempotency_keys (
  staff_id uuid not null references staff_users (id) on delete cascade,
  key uuid not null,
  -- Of the method, the path and the body, so that another form under the same key is noticed.
  fingerprint text not null,
  claimed_at timestamptz not null,
  -- Null while the request is being worked on.
  status smallint,
  body text,
  primary key (staff_id, key),
  check ((status is null) = (body is null))
);
create index idempotency_keys_claimed_at on idempotency_keys (claimed_at);
