-- Tasks of a night by time: packages, requests and tasks added by hand. See
-- docs/decisions/0037-the-floor-of-a-night.md.
-- while serving: the older version writes packages without their time, which leaves it as it is.

-- The time of the package on the run sheet; null for a package without a task.
alter table packages add column run_sheet_time time;
alter table packages add column run_sheet_title text not null default '';
update packages set
  run_sheet_time = case key when 'birthday_shoutout' then '23:30'::time else '23:00'::time end,
  run_sheet_title = case key when 'birthday_shoutout' then 'Shoutout and sparklers' else 'Screen display' end;
alter table packages add constraint packages_run_sheet_title check (length(run_sheet_title) <= 80) not valid;
alter table packages validate constraint packages_run_sheet_title;

-- What staff changed about a task. A task of a package or a request needs no row: it follows from its reservation.
create table run_sheet_tasks (
  -- Chosen by the device for a task added by hand, so that one sent twice is added once.
  id uuid primary key default new_id(),
  date date not null,
  reservation_id uuid references reservations (id) on delete cascade,
  -- The package, or the request of the reservation; null for a task added by hand.
  source text check (source in ('birthday_shoutout', 'screen_display', 'request')),
  -- Null where the time follows from the package or the reservation.
  due_time time,
  title text not null default '' check (length(title) <= 120),
  details text not null default '' check (length(details) <= 500),
  assignee text not null default '' check (length(assignee) <= 80),
  done_at timestamptz,
  done_by text,
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  unique (reservation_id, source),
  check ((reservation_id is null) = (source is null)),
  check ((done_at is null) = (done_by is null)),
  -- A task added by hand has a time and a title of its own.
  check (source is not null or (due_time is not null and title <> ''))
);
create index run_sheet_tasks_date on run_sheet_tasks (date);
create trigger run_sheet_tasks_announced after insert or update or delete on run_sheet_tasks for each statement
  execute function announce_change('arrivals');
