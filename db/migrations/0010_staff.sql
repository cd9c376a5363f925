-- Accounts of staff, in the shape of better-auth's core, admin and two-factor tables. Secrets are hashes.

create table staff_users (
  id uuid primary key default new_id(),
  name text not null,
  email text not null check (email = lower(email)),
  email_verified boolean not null default true,
  image text,
  role text not null default 'host' check (role in ('owner', 'manager', 'host')),
  banned boolean not null default false,
  ban_reason text,
  ban_expires timestamptz,
  two_factor_enabled boolean not null default false,
  must_change_password boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (email)
);

create table staff_accounts (
  id uuid primary key default new_id(),
  user_id uuid not null references staff_users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);

create table staff_sessions (
  id uuid primary key default new_id(),
  user_id uuid not null references staff_users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  impersonated_by uuid references staff_users (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table staff_verifications (
  id uuid primary key default new_id(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table staff_two_factors (
  id uuid primary key default new_id(),
  user_id uuid not null references staff_users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true
);

create index staff_accounts_user on staff_accounts (user_id);
create index staff_sessions_user on staff_sessions (user_id);
create index staff_verifications_identifier on staff_verifications (identifier);
create index staff_two_factors_user on staff_two_factors (user_id);

-- Who changed what: written in the transaction of the change, never updated.
create table activity (
  id uuid primary key default new_id(),
  staff_user_id uuid references staff_users (id) on delete set null,
  actor text not null,
  action text not null,
  entity text not null,
  entity_id text,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now()
);

create index activity_newest on activity (created_at desc, id desc);
create index activity_entity on activity (entity, entity_id, created_at desc);
