import type pg from 'pg'
import type { Config } from '../config/config.ts'
import type { Connection } from '../db/connections/connections.ts'
import type { Db } from '../db/db.ts'
import type { Schedule, Task } from '../jobs/job-worker.ts'
import type { Log } from '../observability/log.ts'
import { backUp, type BackedUp } from './back-up.ts'
import { withClient } from './facts.ts'
import { backupName, backupsAmong } from './places/names.ts'
import type { BackupPlace } from './places/place-types.ts'
import { openPlace } from './places/place.ts'
import { readAttempts, recordBackup } from './records.ts'
import { isDue, newestPerDay, removable } from './schedule.ts'
import { beginArchive, endArchives, findArchive, removeOldWal, archiveWal } from './wal-archive.ts'

const BACK_UP = 'back_up'
const EVERY_FIVE_MINUTES = '*/5 * * * *'
const RETRY_AFTER_MS = 3600_000
// Key of the advisory lock shared by all processes that make backups. It must never change.
const LOCK = 7_462_290_119

type Deps = {
  readonly config: Config
  readonly connection: Connection
  readonly db: Db
  readonly log: Log
  readonly clock: () => Date
  readonly signal: AbortSignal
}
type Running = Deps & { readonly place: BackupPlace }

/** Job that makes due backups and archives the WAL; an advisory lock limits it to one process. */
export function backupJobs(deps: Deps): { tasks: Record<string, Task>; schedules: Schedule[] } {
  const { config, connection, log } = deps
  if (!config.backup.place) {
    // A replication slot left by an earlier configuration would retain the WAL forever.
    if (typeof connection !== 'string')
      withClient(connection, endArchives).catch((error: unknown) =>
        log.warn({ event: 'wal.archive_not_ended', err: error }, 'the archiving of the log was not ended'),
      )
    return { tasks: {}, schedules: [] }
  }
  const place = openPlace(config.backup.place)
  return {
    tasks: { [BACK_UP]: () => runBackups({ ...deps, place }) },
    schedules: [{ name: BACK_UP, cron: EVERY_FIVE_MINUTES }],
  }
}

async function runBackups(deps: Running): Promise<void> {
  await withBackupLock(deps.connection, async (client) => {
    const archive = await ensureArchive(client, deps)
    if (await isTime(deps, archive)) await backUpAndApplyRetention(deps, archive)
    await archiveLog(client, deps)
  })
}

/** Runs the work under the advisory lock; returns false if another process holds it. */
export async function withBackupLock(
  connection: Connection,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<boolean> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ isLocked: boolean }>(
      'select pg_try_advisory_lock($1) as "isLocked"',
      [LOCK],
    )
    if (!rows[0]?.isLocked) return false
    await work(client)
    return true
  })
}

/** Ensures that an embedded database archives its WAL. Null for an external database. */
export async function ensureArchive(
  client: pg.Client,
  { connection, log }: Pick<Running, 'connection' | 'log'>,
): Promise<string | null> {
  if (typeof connection === 'string') return null
  const current = await findArchive(client)
  if (current !== null) return current
  const archive = await beginArchive(client)
  log.info({ event: 'wal.archive_begun', archive }, 'the log of the database is archived from here on')
  return archive
}

/**
 * Whether a backup is due. Until the first good one of an archive, its WAL cannot be restored, so that one is made at any
 * hour, also after a failure or an interruption.
 */
async function isTime({ config, db, clock }: Running, archive: string | null): Promise<boolean> {
  const now = clock()
  const { lastGoodAt, failedAt } = await readAttempts(db, archive)
  if (failedAt && now.getTime() - failedAt.getTime() < RETRY_AFTER_MS) return false
  return isDue(config.backup.at, { now, lastGoodAt })
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Makes a backup and applies the retention rule. Failures are logged and recorded. */
async function backUpAndApplyRetention(deps: Running, archive: string | null): Promise<void> {
  const { config, db, log, clock, signal, place } = deps
  const startedAt = clock()
  try {
    const { name, bytes } = await backUpAndRecord(deps, startedAt)
    const ms = clock().getTime() - startedAt.getTime()
    log.info({ event: 'backup.completed', name, bytes, ms, place: place.label }, 'backup completed')
    await applyRetention(place, log)
  } catch (error) {
    if (signal.aborted) {
      log.info({ event: 'backup.interrupted' }, 'backup interrupted because the server stops')
      return
    }
    log.error({ event: 'backup.failed', place: place.label, err: error }, 'backup failed')
    const name = backupName(startedAt, config.backup.publicKeys.length > 0)
    const ended = { startedAt, endedAt: clock(), bytes: null, problem: messageOf(error) }
    await recordBackup(db, { name, ...ended, walArchive: archive })
  }
}

/** Makes a backup at the configured place and records it. */
export async function backUpAndRecord(
  { config, connection, place, db, clock, signal }: Omit<Running, 'log'>,
  startedAt: Date,
): Promise<BackedUp> {
  const made = await backUp({ config, connection, place, now: startedAt, signal })
  await recordBackup(db, {
    name: made.name,
    startedAt,
    endedAt: clock(),
    bytes: made.bytes,
    problem: null,
    walArchive: made.manifest.wal?.archive ?? null,
  })
  return made
}

/** Removes backups beyond the retention rule, and WAL that no daily backup needs. */
export async function applyRetention(place: BackupPlace, log: Log): Promise<void> {
  const backups = backupsAmong(await place.list('lounge-'))
  for (const { name } of removable(backups)) {
    // oxlint-disable-next-line no-await-in-loop -- hardly ever more than one
    await place.remove(name)
    log.info({ event: 'backup.removed', name }, 'backup removed')
  }
  const oldest = newestPerDay(backups).at(-1)
  const removed = oldest ? await removeOldWal(place, { since: oldest.madeAt }) : 0
  if (removed > 0) log.info({ event: 'wal.removed', count: removed }, 'archived log removed')
}

/** Archives the WAL written since the last run. Returns whether it succeeded. */
export async function archiveLog(
  client: pg.Client,
  deps: Pick<Running, 'config' | 'place' | 'log' | 'clock' | 'signal'>,
): Promise<boolean> {
  const { config, place, log, clock, signal } = deps
  try {
    const archive = await findArchive(client)
    if (archive === null) return true
    const dataDir = `${config.dataDir}/postgres`
    const { publicKeys } = config.backup
    const count = await archiveWal(client, { archive, dataDir, place, publicKeys, now: clock(), signal })
    log.debug({ event: 'wal.archived', count }, 'log archived')
    return true
  } catch (error) {
    if (signal.aborted) return false
    log.error({ event: 'wal.archive_failed', place: place.label, err: error }, 'the log was not archived')
    return false
  }
}
