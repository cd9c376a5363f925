import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, readConfig, testPagesOf } from '#platform/config/config.ts'
import { logConsole } from '#platform/observability/console-log.ts'
import { type DatabaseConnection, openDatabaseConnection } from '#platform/db/database-connection.ts'
import { createLog, type Log } from '#platform/observability/log.ts'
import { markPrimary } from '#platform/observability/metrics.ts'
import { serveClusterMetrics } from '#platform/observability/metrics-server.ts'
import { startOwnEmulator } from '#platform/payments-gateways/start-emulator.ts'
import { handleProcessErrors } from '#platform/observability/process-errors.ts'
import { claimDataDirectory } from '#platform/storage/server-record.ts'
import { ensureWritable } from '#platform/storage/storage.ts'
import { printStartupBanner } from './startup-banner.ts'
import { startImagePregeneration } from './pregenerate-images.ts'
import { createStopSignals } from './stop-signals.ts'
import { createWorkerPool, type WorkerPool } from './worker-pool.ts'
import { disposeAll, type Disposers } from './serving/disposers.ts'

/** Young generation of a worker's V8 heap in MB. Node's default of 16 costs 40 MB more without a measurable gain. */
const SEMI_SPACE_MB = 4
/** Time limit for stopping the embedded database after a second signal. */
const HURRIED_MS = 3000
/** PostgreSQL needs this long to notice that killed workers disconnected. Only then does the last user stop it. */
const NOTICE_MS = 300

type Supervised = {
  pool?: WorkerPool
  /** Set by a second signal. Skips work that the next start can catch up on. */
  isHurried: boolean
}

/** Supervises the embedded database, the Stripe emulator, the workers and the image pre-generation. */
export async function runPrimary(): Promise<void> {
  const signals = createStopSignals()
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  logConsole(log)
  logRenamedSettings(config, log)
  markPrimary()
  const disposers: Disposers = []
  const supervised: Supervised = { isHurried: false }
  let stopping: Promise<void> | null = null
  const stop = (kind: 'drain' | 'now'): Promise<void> =>
    (stopping ??= (async () => {
      await supervised.pool?.stop(kind)
      if (supervised.isHurried) await sleep(NOTICE_MS)
      await disposeAll(disposers)
    })())
  handleProcessErrors({ log, drain: () => stop('now') })
  const opening = open(config, log, { disposers, supervised })
  signals.handle({
    async stop(kind) {
      await opening.catch(() => undefined)
      await stop(kind)
    },
    async stopAtOnce() {
      supervised.isHurried = true
      await supervised.pool?.kill()
      await Promise.race([stop('now'), sleep(HURRIED_MS)])
    },
  })
  try {
    await opening
  } catch (error) {
    await stop('now')
    throw error
  }
}

type Opened = { readonly disposers: Disposers; readonly supervised: Supervised }

async function open(config: Config, log: Log, { disposers, supervised }: Opened): Promise<void> {
  await ensureWritable(config.dataDir)
  const say = (text: string): void => void process.stdout.write(`${text}\n`)
  const { dataDir, port } = config
  const claim = await claimDataDirectory({ dataDir, port, isExclusive: config.databaseUrl === null, say })
  disposers.push(once(() => claim.release()))
  const database = openDatabase(config, log, { disposers, supervised })
  // Reported by the start of the workers, unless something else fails first.
  database.catch(() => undefined)
  const provider = await openTestProvider(config, log)
  if (provider) disposers.push(once(() => provider.close()))
  if (config.metrics) {
    const metrics = await serveClusterMetrics(config.metrics)
    disposers.push(once(() => metrics.close()))
  }
  const pictures = config.pregenerateImages ? startImagePregeneration(log) : null
  if (pictures) disposers.push(once(() => pictures.stop()))
  cluster.setupPrimary({
    execArgv: [...process.execArgv, `--max-semi-space-size=${SEMI_SPACE_MB}`],
  })
  supervised.pool = createWorkerPool({
    count: config.processes,
    // The first worker loads its modules while the embedded database starts.
    database,
    env: {
      // Fewer malloc arenas: memory that image decoding needed once is not retained per thread.
      MALLOC_ARENA_MAX: process.env['MALLOC_ARENA_MAX'] ?? '2',
      // The emulator has one ledger, so the primary runs it for all workers.
      ...(provider ? { TEST_PAYMENTS_URL: provider.url } : {}),
    },
    drainMs: config.drainMs,
    log,
    onServed: () => pictures?.requestsServed(),
  })
  const { pool } = supervised
  const firstOwner = await pool.start()
  const { kind, wasRunning } = await database
  if (wasRunning)
    say('PostgreSQL was still running in this data directory: it is used, and stops with this server.')
  process.on('SIGUSR2', () => void pool.replaceAll())
  pictures?.start()
  printStartupBanner({
    origin: config.origin,
    processes: config.processes,
    databaseKind: kind,
    paymentsKind: config.payments.kind === 'stripe' ? 'Stripe' : 'local, no real money',
    mailKind: config.mail.kind,
    testPages: testPagesOf(config),
    firstOwner,
    warnings: config.warnings,
  })
}

function logRenamedSettings({ renamed }: Config, log: Log): void {
  for (const it of renamed)
    log.warn({ event: 'config.setting_renamed', ...it }, 'a setting was given by its old name')
}

/** Opens the database. Before an embedded one stops, its WAL is archived to the backup place. */
async function openDatabase(
  config: Config,
  log: Log,
  { disposers, supervised }: Opened,
): Promise<DatabaseConnection> {
  const opening = openDatabaseConnection(config, log)
  const archives = config.backup.place !== null && config.databaseUrl === null
  // Imported now, because an upgrade may have replaced the files by the time of the stop.
  const archiving = archives ? import('#platform/backup/archive-at-stop.ts') : null
  // Registered before the database runs: whatever is opened in the meantime is disposed first.
  disposers.push(
    once(async () => {
      const [opened, archive] = await Promise.all([opening, archiving]).catch(() => [null, null])
      if (!opened) return
      const { connection } = opened
      if (archive && !supervised.isHurried) await archive.archiveAtStop({ config, connection, log })
      await opened.closeDatabase()
    }),
  )
  const [opened] = await Promise.all([opening, archiving])
  return opened
}

/** Starts the Stripe emulator unless another server runs it. */
async function openTestProvider(config: Config, log: Log) {
  const { payments } = config
  if (payments.kind !== 'local' || payments.providerUrl !== null) return null
  return startOwnEmulator({ ...config, log }, payments.listen)
}

const once = (close: () => Promise<void>): (() => Promise<void>) => {
  let closed: Promise<void> | null = null
  return () => (closed ??= close())
}

/** Disposes in reverse order of opening. */
