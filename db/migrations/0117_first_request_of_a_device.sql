-- When the server heard from a device first on a night: two devices of one kind are told apart by it.
alter table check_in_devices add column first_heard_at timestamptz not null default now();
update check_in_devices set first_heard_at = heard_at;
