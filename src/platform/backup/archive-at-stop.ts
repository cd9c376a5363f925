import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import type { Connection } from '../db/connections.ts'
import type { Log } from '../observability/log.ts'
import { openPlace } from './places/place.ts'
import { alone, archiveLog } from './run.ts'

/** How long a stop waits for the place of the backups. */
export const ARCHIVE_WITHIN_MS = 10_000

type Deps = { readonly config: Config; readonly connection: Connection; readonly log: Log }

/**
 * Archives what the embedded database wrote since the last time, so that a clean stop leaves nothing on this disk alone. A
 * place that does not answer delays the stop only for a while: the slot keeps the log, and the next start goes on with it.
 */
export async function archiveAtStop({ config, connection, log }: Deps): Promise<void> {
  if (!config.backup.place || typeof connection === 'string') return
  const place = openPlace(config.backup.place)
  const late = AbortSignal.timeout(ARCHIVE_WITHIN_MS)
  const deps = { config, place, log, clock: () => new Date(), signal: late }
  const archived = alone(connection, (client) => archiveLog(client, deps)).then(
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
