import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

const RETENTION_DAYS = 90
const MAX_PROBLEM_LENGTH = 1000

export type BackupRecord = {
  readonly name: string
  readonly startedAt: Date
  readonly endedAt: Date
  /** Null if the backup failed. */
  readonly bytes: number | null
  readonly problem: string | null
  /** Archive in which the WAL continues after this backup; null if no WAL is archived. */
  readonly walArchive: string | null
}

/** Records the result of a backup and deletes old records. */
export async function recordBackup(db: Db, { problem, ...it }: BackupRecord): Promise<void> {
  await db
    .insertInto('backups')
    .values({ ...it, problem: problem?.slice(0, MAX_PROBLEM_LENGTH) ?? null })
    .execute()
  await sql`delete from backups where started_at < now() - make_interval(days => ${RETENTION_DAYS})
    and id <> (select id from backups where bytes is not null order by started_at desc limit 1)`.execute(db)
}

export type Attempts = {
  readonly lastGoodAt: Date | null
  /** A failure after the last good backup. */
  readonly failedAt: Date | null
}

/** Reads when backups of an archive were tried. Those of an earlier one restore none of its WAL. */
export async function readAttempts(db: Db, walArchive: string | null): Promise<Attempts> {
  const { lastGoodAt, lastFailedAt } = await db
    .selectFrom('backups')
    .select((eb) => [
      eb.fn.max('startedAt').filterWhere('bytes', 'is not', null).as('lastGoodAt'),
      eb.fn.max('startedAt').filterWhere('bytes', 'is', null).as('lastFailedAt'),
    ])
    .where('walArchive', 'is not distinct from', walArchive)
    .executeTakeFirstOrThrow()
  const isNewer = lastFailedAt !== null && (lastGoodAt === null || lastFailedAt > lastGoodAt)
  return { lastGoodAt, failedAt: isNewer ? lastFailedAt : null }
}

export type BackupState = {
  readonly lastGood: { readonly startedAt: Date; readonly bytes: number } | null
  /** A failure after the last good backup. */
  readonly failure: { readonly startedAt: Date; readonly problem: string } | null
  /** WAL that the embedded database retains because it is not archived yet; null if WAL is not archived. */
  readonly unarchivedBytes: number | null
}

/** Reads the state of backups for metrics and the doctor. */
export async function readBackupState(db: Db): Promise<BackupState> {
  const rows = await db
    .selectFrom('backups')
    .distinctOn((eb) => eb('bytes', 'is', null))
    .select(['startedAt', 'bytes', 'problem'])
    .orderBy((eb) => eb('bytes', 'is', null))
    .orderBy('startedAt', 'desc')
    .execute()
  const good = rows.find(({ bytes }) => bytes !== null)
  const failed = rows.find(({ problem }) => problem !== null)
  const isNewer = failed && (!good || failed.startedAt > good.startedAt)
  const slots = await sql<{ bytes: number }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 as bytes from pg_replication_slots
    where slot_name like 'lounge_wal_%' and restart_lsn is not null and not pg_is_in_recovery()`.execute(db)
  return {
    lastGood: good ? { startedAt: good.startedAt, bytes: Number(good.bytes) } : null,
    failure: isNewer ? { startedAt: failed.startedAt, problem: failed.problem ?? '' } : null,
    unarchivedBytes: slots.rows[0]?.bytes ?? null,
  }
}
