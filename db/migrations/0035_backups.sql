-- Backups that were made or failed, so that every process and the metrics know the last good one. The files themselves are
-- at the place that BACKUP_TO names, which is asked when backups are removed.
create table backups (
  id bigint generated always as identity primary key,
  name text not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  bytes bigint,
  problem text,
  constraint backups_end_after_start check (ended_at >= started_at),
  constraint backups_good_or_failed check ((bytes is null) <> (problem is null))
);
create index backups_started on backups (started_at desc);
