-- A throttle that counts tries of everybody together lets a stranger lock an account by guessing. Devices on which somebody
-- has signed in before are counted by themselves; all others wait longer after each wrong try.

create table staff_known_devices (
  device_id uuid not null,
  user_id uuid not null references staff_users (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (device_id, user_id)
);

create index staff_known_devices_user on staff_known_devices (user_id, last_used_at);

-- Before this moment no further try is taken. Null: there is no wait.
alter table sign_in_attempts add column next_at timestamptz;
