import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import type { Connection } from '../db/connections/connections.ts'
import type { Log } from '../observability/log.ts'
import { openPlace } from './places/place.ts'
import { withBackupLock, archiveLog } from './run.ts'

/** Time limit for archiving during a stop. */
export const ARCHIVE_WITHIN_MS = 10_000

type Deps = { readonly config: Config; readonly connection: Connection; readonly log: Log }

/**
 * Archives the WAL written since the last run, so that after a clean stop nothing exists on this disk alone. If the
 * backup place does not respond, the stop continues after the time limit: the replication slot retains the WAL, and
 * the next start archives it.
 */
export async function archiveAtStop({ config, connection, log }: Deps): Promise<void> {
  if (!config.backup.place || typeof connection === 'string') return
  const place = openPlace(config.backup.place)
  const late = AbortSignal.timeout(ARCHIVE_WITHIN_MS)
  const deps = { config, place, log, clock: () => new Date(), signal: late }
  const archived = withBackupLock(connection, (client) => archiveLog(client, deps)).then(
    () => !late.aborted,
    (error: unknown) => {
      log.error({ event: 'wal.archive_failed', place: place.label, err: error }, 'the log was not archived')
      return true
    },
  )
  if (await Promise.race([archived, sleep(ARCHIVE_WITHIN_MS, false, { ref: false })])) return
  log.warn(
    { event: 'wal.archive_unfinished', place: place.label },
    'the log was not archived in time; the next start goes on with it',
  )
}
