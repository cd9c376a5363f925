-- The archived log plays on only from a base backup of its own archive. Which archive a backup belongs to says whether the
-- current one has a backup yet.
-- while serving: a new column without a default. Backups that were made before name none, so one more is made after the upgrade.

alter table backups
  -- The archive in which the log goes on after this backup; of a failed one, the archive that it was for. Null where none is archived.
  add column wal_archive text;
