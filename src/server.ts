import cluster from 'node:cluster'
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerBuild } from 'react-router'
import type { FirstOwner } from '../db/seed/fill.ts'
import { countOpenPaymentIssues } from '#features/exceptions/service.ts'
import { readMoneyFigures } from '#features/ledger/service.ts'
import { warmRenditions } from '#features/media/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { createAuth } from '#platform/auth.ts'
import { watchBackups } from '#platform/backup/metrics.ts'
import { readBackupState } from '#platform/backup/records.ts'
import { backupJobs } from '#platform/backup/run.ts'
import { type Config, type TestPages, testPagesOf } from '#platform/config.ts'
import { type ContentChanges, listenForChanges } from '#platform/content-changes.ts'
import { type Database, type Db, openDatabase } from '#platform/db.ts'
import { startWorker } from '#platform/job-worker.ts'
import { readQueue } from '#platform/jobs.ts'
import { explainListening } from '#platform/listen-error.ts'
import { watchHealth } from '#platform/health-metrics.ts'
import { createLog, type Log } from '#platform/log.ts'
import { createOutboxMailer, createSmtpMailer, type Mailer } from '#platform/mail.ts'
import { countRestart, watchMoney, watchPool, watchQueue } from '#platform/metrics.ts'
import { serveFigures, startFigures } from '#platform/metrics-server.ts'
import { createReplica, type Replica } from '#platform/replica.ts'
import { createSignedTokens, loadSigningKey } from '#platform/signed-tokens.ts'
import type { Storage } from '#platform/storage.ts'
import { closeAll, type Closing, openGround, PROJECT } from './ground.ts'
import { createTasks, SCHEDULES } from './jobs/tasks.ts'
import { type App, createApp } from './web/app.ts'
import { checkReady } from './web/readiness.ts'

type Build = ServerBuild | (() => Promise<ServerBuild>)

export type HouseOptions = {
  readonly config: Config
  readonly build: Build
  readonly log?: Log
  readonly clientDir?: string | null
  readonly clock?: () => Date
  /** What a development server wants to see first. */
  readonly wrap?: (listener: RequestListener) => RequestListener
}

export type House = {
  readonly origin: string
  readonly port: number
  readonly databaseKind: string
  readonly paymentsKind: string
  readonly mailKind: Mailer['kind']
  readonly testPages: TestPages | null
  readonly firstOwner: FirstOwner | null
  readonly warnings: readonly string[]
  stop(): Promise<void>
}

/** Opens the house: database, schema, first content, pages, door. Throws a `StartError` for what a person can mend. */
export async function openHouse(options: HouseOptions): Promise<House> {
  const { config, log = createLog(config.logLevel) } = options
  const closing: Closing = []
  try {
    const machines = await openMachines({ ...options, log }, closing)
    const port = await openDoors({ ...options, log }, machines, closing)
    return {
      origin: config.origin,
      port,
      databaseKind: machines.databaseKind,
      paymentsKind: machines.payments.kind,
      mailKind: machines.mailer.kind,
      testPages: testPagesOf(config),
      firstOwner: machines.firstOwner,
      warnings: config.warnings,
      stop: () => closeAll(closing),
    }
  } catch (error) {
    await closeAll(closing)
    throw error
  }
}

type Opening = HouseOptions & { readonly log: Log }
type Machines = Awaited<ReturnType<typeof openMachines>>

/** Everything the house stands on: the ground, and beside it who may come in and how letters leave. */
async function openMachines({ config, log, clock }: Opening, closing: Closing) {
  const ground = await openGround({ config, log, clock }, closing)
  const { db } = ground.database
  const tokens = createSignedTokens(await loadSigningKey(db))
  const secret = await loadSigningKey(db, 'sessions')
  const auth = createAuth({ db, secret, origin: config.origin, log })
  const mailer = await openMailer({ db }, config)
  closing.push(() => mailer.close())
  return { ...ground, db, tokens, auth, mailer }
}

/** The standby of the settings; null where there is none. */
function openReplica(
  { config, primary, log }: { config: Config; primary: Db; log: Log },
  closing: Closing,
): Replica | null {
  if (!config.replica) return null
  const { url, maxLagMs } = config.replica
  const opened = openDatabase(url, { max: config.databasePool })
  const replica = createReplica({ replica: opened, primary, maxLagMs, log })
  closing.push(() => replica.close())
  return replica
}

/** How long a client may take. Whoever says nothing, or a byte now and then, is sent away. */
const patience = ({ trustProxy }: Config): ServerOptions => ({
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5000,
  // Longer than a proxy keeps a connection that it does not use: whoever closes it must not be us, in the moment in which
  // the proxy sends the next request on it.
  keepAliveTimeout: trustProxy.kind !== 'none' ? 125_000 : 15_000,
})

/** Opens the two doors, HTTP and the clock, when there is something to show. Answers the port it listens on. */
async function openDoors(opening: Opening, machines: Machines, closing: Closing): Promise<number> {
  const { config, log, build, clock, wrap, clientDir } = opening
  const { connection, database, db, storage, tokens, auth, payments, mailer } = machines
  if (config.metrics) closing.push(await openFigures(config.metrics, database, config.dataDir))
  const replica = openReplica({ config, primary: db, log }, closing)
  const app = createApp({
    ...config,
    db,
    replica,
    storage,
    tokens,
    auth,
    payments: payments.gateway,
    testProviderUrl: payments.testProviderUrl,
    outbox: mailer.kind === 'local' ? join(config.dataDir, 'outbox') : null,
    log,
    build,
    countsAnswers: config.metrics !== null,
    ...(clock ? { clock } : {}),
    clientDir: clientDir === undefined ? join(PROJECT, 'build/client') : clientDir,
  })
  const changes = listenForChanges(connection, {
    onChange: (topic) => app.contentChanged(topic),
    onGap: () => app.contentChanged(),
    onLost(error) {
      countRestart('content_listener')
      log.warn(
        { event: 'component.restarting', component: 'content_listener', err: error },
        'the listening connection to the database was lost; cached pages are still served',
      )
    },
  })
  closing.push(() => changes.close())
  await prepare(app, changes, log)
  const server = createServer(patience(config), wrap?.(app.listener) ?? app.listener)
  const port = await listen(server, config)
  // A connection that cannot be accepted, as where no file descriptor is left, is not the end of the others.
  server.on('error', (error) =>
    log.error({ event: 'http.server_error', err: error }, 'the HTTP server failed'),
  )
  closing.push(startJobs(opening, machines))
  const warming = new AbortController()
  if (config.picturesAhead) warmPictures({ db, storage, log }, warming.signal)
  closing.push(async () => {
    warming.abort()
    app.close()
    await closeServer(server)
  })
  return port
}

/** Starts the queue of jobs, and what is done by the clock. Answers how it is stopped. */
function startJobs(opening: Opening, machines: Machines): () => Promise<void> {
  const { config, log, clock } = opening
  const { connection, db, storage, tokens, payments, mailer } = machines
  const tasks = createTasks({
    db,
    payments: payments.gateway,
    tokens,
    origin: config.origin,
    mailer,
    storage,
    clock: clock ?? (() => new Date()),
    log,
  })
  const stopping = new AbortController()
  const backups = backupJobs({ ...opening, connection, db, clock: () => new Date(), signal: stopping.signal })
  const worker = startWorker(connection, {
    tasks: { ...tasks, ...backups.tasks },
    schedules: [...SCHEDULES, ...backups.schedules],
    log,
  })
  return async () => {
    // A backup takes minutes: it is interrupted and leaves nothing behind.
    stopping.abort()
    await worker.stop()
  }
}

const PREPARING_MS = 5000

/** Before the door opens, what guests see first is made. A slow database does not keep the door shut. */
async function prepare(app: App, { listening }: ContentChanges, log: Log): Promise<void> {
  const made = listening
    .then(() => app.makeFirstPages())
    .catch((error: unknown) => log.warn({ err: error }, 'the first pages were not made ahead'))
  await Promise.race([made, sleep(PREPARING_MS, undefined, { ref: false })])
}

/** Shows what the house counts. Among several processes, the one that started them does. */
async function openFigures(
  place: NonNullable<Config['metrics']>,
  { db, pool }: Database,
  dataDir: string,
): Promise<() => Promise<void>> {
  startFigures()
  watchPool(pool)
  watchQueue(() => readQueue(db))
  watchBackups(() => readBackupState(db))
  watchMoney(() => readMoneyFigures({ db, now: new Date() }))
  watchHealth({
    checkReady: () => checkReady({ db }),
    countPaymentIssues: () => countOpenPaymentIssues({ db }),
    dataDir,
  })
  if (cluster.isWorker) return async () => undefined
  const server = await serveFigures(place)
  return () => server.close()
}

/** The mail server of the settings, or a directory that letters are put into. */
async function openMailer(deps: { readonly db: Db }, { mail, dataDir }: Config): Promise<Mailer> {
  const { name, email } = await loadVenue(deps)
  const from = `"${name.replaceAll(/["\\\r\n]/g, '')}" <${email}>`
  return mail.kind === 'smtp'
    ? createSmtpMailer({ url: mail.url, from: mail.from ?? from })
    : createOutboxMailer({ directory: join(dataDir, 'outbox'), from })
}

const WARM_AFTER_MS = 5000

/** Makes pictures ahead, once the first guests have been served. */
function warmPictures({ log, ...deps }: { db: Db; storage: Storage; log: Log }, signal: AbortSignal): void {
  const timer = setTimeout(() => {
    warmRenditions(deps, signal).catch((error: unknown) =>
      log.warn({ err: error }, 'pictures were not made ahead; they are made when asked for'),
    )
  }, WARM_AFTER_MS)
  signal.addEventListener('abort', () => clearTimeout(timer))
}

function listen(server: Server, { port, host }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    const settings = { portSetting: 'PORT', hostSetting: 'HOST' }
    server.once('error', (error) => reject(explainListening(error, { port, host, ...settings })))
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

const LAST_WORD_MS = 5000

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), LAST_WORD_MS).unref()
  })
}
