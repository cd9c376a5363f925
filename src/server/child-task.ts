import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { warmRenditions } from '#features/media/service.ts'
import { type Config, readConfig } from '#platform/config/config.ts'
import type { Db } from '#platform/db/db.ts'
import { openDatabaseConnection } from '#platform/db/database-connection.ts'
import { createLog } from '#platform/observability/log.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { explainStorage, fillHere, openStorage } from './bootstrap.ts'
import { readToWorker, notifyPrimary } from './process-messages.ts'

type Deps = { readonly db: Db; readonly storage: Storage }

/** Runs one task in a child process and exits. */
export async function runChildTask(task: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => undefined)
  process.on('SIGTERM', () => process.exit(0))
  process.on('disconnect', () => process.exit(0))
  const config = readConfig(process.env)
  if (task === 'fill')
    await withDatabase(config, async (deps) => {
      const firstOwner = await fillHere(deps).catch((error: unknown) => {
        throw explainStorage(error, config)
      })
      notifyPrimary({ firstOwner })
    })
  else if (task === 'pictures') await withDatabase(config, pregenerateRenditions)
  else throw new Error(`there is no task "${task}"`)
  process.exit(0)
}

async function withDatabase(config: Config, work: (deps: Deps) => Promise<void>): Promise<void> {
  const settings = { ...config, databasePoolSize: 2 }
  const { database, closeDatabase } = await openDatabaseConnection(settings, createLog(config.logLevel), {
    launches: false,
  })
  try {
    await work({ db: database.db, storage: openStorage(config) })
  } finally {
    await closeDatabase()
  }
}

/** A request counts as traffic for this long. */
const QUIET_AFTER_MS = 1000
const POLL_MS = 100

/**
 * Pre-generates missing image renditions at the lowest priority, and none while guests are served. Under constant traffic
 * the renditions that guests need are rendered on request.
 */
async function pregenerateRenditions(deps: Deps): Promise<void> {
  takeLeastPriority()
  // Guests may be served already; the first report of it takes up to half a second.
  let servedAt = performance.now()
  process.on('message', (received) => {
    const message = readToWorker(received)
    if (message && 'requestsServed' in message) servedAt = performance.now()
  })
  const waitForQuiet = async (): Promise<void> => {
    while (performance.now() - servedAt < QUIET_AFTER_MS)
      // oxlint-disable-next-line no-await-in-loop -- polls until there is no traffic
      await sleep(POLL_MS)
  }
  await warmRenditions(deps, { beforeEach: waitForQuiet })
}

/** On Linux the priority is per thread; threads started later inherit it. */
function takeLeastPriority(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
  for (const id of threads) setPriority(id, constants.priority.PRIORITY_LOW)
}
