-- What signing in needs beside accounts and sessions, and what the bin and the sweep of pictures go by.

alter table staff_two_factors
  add column failed_verification_count integer not null default 0,
  add column locked_until timestamptz;
create unique index staff_two_factors_one_each on staff_two_factors (user_id);

-- A code of an authenticator is good for a minute and a half; here it is good for one sign-in. Kept as keyed hashes.
create table staff_used_codes (
  user_id uuid not null references staff_users (id) on delete cascade,
  code_hash text not null,
  used_at timestamptz not null,
  primary key (user_id, code_hash)
);

-- How often somebody tried, by address and by account, whether or not there is such an account.
create table sign_in_attempts (
  key text primary key,
  tries integer not null,
  resets_at timestamptz not null
);
create index sign_in_attempts_over on sign_in_attempts (resets_at);

-- The link in the letter is signed over the id, so that nothing stored here opens it.
create table staff_invitations (
  id uuid primary key default new_id(),
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'manager', 'host')),
  invited_by uuid references staff_users (id) on delete set null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  sent_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index staff_invitations_open on staff_invitations (email)
  where accepted_at is null and withdrawn_at is null;

alter table venue add column owners_need_codes boolean not null default false;

create index activity_actor on activity (staff_user_id, created_at desc);
create index menu_items_bin on menu_items (deleted_at) where deleted_at is not null;
create index events_bin on events (deleted_at) where deleted_at is not null;
create index venue_tables_bin on venue_tables (deleted_at) where deleted_at is not null;
create index gallery_items_bin on gallery_items (deleted_at) where deleted_at is not null;
create index home_modals_bin on home_modals (deleted_at) where deleted_at is not null;

-- Since when nothing refers to a picture any more; null while something does.
alter table media add column unused_since timestamptz;

-- Every picture that any row refers to, whichever tables come to have pictures.
create function media_in_use() returns setof uuid language plpgsql stable as $$
declare
  place record;
begin
  for place in
    select c.conrelid::regclass as relation, a.attname as name
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.confrelid = 'media'::regclass and c.contype = 'f'
  loop
    return query execute format('select distinct %I from %s where %1$I is not null', place.name, place.relation);
  end loop;
end
$$;
