import cluster from 'node:cluster'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerBuild } from 'react-router'
import type { FirstOwner } from '../../db/seed/fill.ts'
import { countOpenPaymentIssues } from '#features/payments/issues/service.ts'
import { readMoneyFigures } from '#features/payments/ledger/service.ts'
import { loadVenue, pingDatabase } from '#features/venue/service.ts'
import { createAuth } from '#platform/security/auth.ts'
import { watchBackups } from '#platform/backup/metrics.ts'
import { readBackupState } from '#platform/backup/records.ts'
import { backupJobs } from '#platform/backup/run.ts'
import { type Config, type TestPages, testPagesOf } from '#platform/config/config.ts'
import { type ContentChanges, listenForChanges } from '#platform/db/content-changes.ts'
import { type Database, type Db, openDatabase } from '#platform/db/db.ts'
import { startWorker } from '#platform/jobs/job-worker.ts'
import { readQueue } from '#platform/jobs/jobs.ts'
import { watchHealth } from '#platform/observability/health-metrics.ts'
import { createLog, type Log } from '#platform/observability/log.ts'
import { createOutboxMailer } from '#platform/mail/mail-outbox.ts'
import { createSmtpMailer, type Mailer } from '#platform/mail/mail.ts'
import { createOutboxSender } from '#platform/text-messages/text-outbox.ts'
import { createTwilioSender } from '#platform/text-messages/twilio.ts'
import type { TextMessageSender } from '#platform/text-messages/types.ts'
import {
  countRestart,
  watchMoney,
  watchPool,
  watchQueue,
  watchStreams,
} from '#platform/observability/metrics.ts'
import { serveMetrics, startMetrics } from '#platform/observability/metrics-server.ts'
import { createReplica, type Replica } from '#platform/db/connections/replica.ts'
import { createBuildAssets, keepPublished } from '#platform/storage/build-assets.ts'
import { createSignedTokens, loadSigningKey } from '#platform/security/signed-tokens.ts'
import { disposeAll, type Disposers, type Fill, openResources, PROJECT } from './bootstrap.ts'
import { type ClosePatience, type HttpServer, startHttpServer } from './http-server.ts'
import { createTasks, SCHEDULES } from '../jobs/tasks.ts'
import { type App, createApp } from '../http/app.ts'
import { checkReady } from '../http/readiness.ts'

type Build = ServerBuild | (() => Promise<ServerBuild>)

export type AppServerOptions = {
  readonly config: Config
  readonly build: Build
  readonly log?: Log
  readonly clientDir?: string | null
  readonly clock?: () => Date
  /** Wraps the request listener, for the development server. */
  readonly wrap?: (listener: RequestListener) => RequestListener
  /** Seeds an empty database; defaults to this process. */
  readonly fill?: Fill
  /** Called for each request that is not a health check. */
  readonly onRequest?: () => void
}

export type AppServer = {
  readonly origin: string
  readonly port: number
  readonly databaseKind: string
  readonly paymentsKind: string
  readonly mailKind: Mailer['kind']
  readonly testPages: TestPages | null
  readonly firstOwner: FirstOwner | null
  readonly warnings: readonly string[]
  /** Stops the server; without options it stops listening at once. */
  stop(how?: StopOptions): Promise<void>
}

/**
 * Starts the application: database, schema, seed, HTTP server, job worker. Throws a `StartError` for a mistake in the
 * settings.
 */
export async function openApp(options: AppServerOptions): Promise<AppServer> {
  const { config, log = createLog(config.logLevel) } = options
  const disposers: Disposers = []
  try {
    const services = await openServices({ ...options, log }, disposers)
    const serving = await startServing({ ...options, log }, services, disposers)
    let stopping: Promise<void> | null = null
    return {
      origin: config.origin,
      port: serving.port,
      databaseKind: services.databaseKind,
      paymentsKind: services.payments.kind,
      mailKind: services.mailer.kind,
      testPages: testPagesOf(config),
      firstOwner: services.firstOwner,
      warnings: config.warnings,
      stop: (how = STOP_NOW) => (stopping ??= serving.stopServing(how).then(() => disposeAll(disposers))),
    }
  } catch (error) {
    await disposeAll(disposers)
    throw error
  }
}

export type StopOptions = {
  /** Time during which requests are still served after /readyz reports 503. */
  readonly drainMs: number
  /** Whether another process listens on the same port already. /readyz then stays 200. */
  readonly isReplaced: boolean
  /** Time limits for idle connections and running requests after the server stopped listening. */
  readonly patience: ClosePatience
}

export const STOP_NOW: StopOptions = {
  drainMs: 0,
  isReplaced: false,
  patience: { idleMs: 0, requestsMs: 5000 },
}

type Stopping = {
  readonly app: App
  readonly server: HttpServer
  readonly how: StopOptions
  readonly log: Log
}

/** Graceful shutdown: fail /readyz, drain, close the SSE streams, close the connections. */
async function stopHttp({ app, server, how, log }: Stopping): Promise<void> {
  const { drainMs, isReplaced, patience } = how
  log.info({ event: 'process.stopping', drainMs, replaced: isReplaced }, 'the server stops')
  if (!isReplaced) app.becomeUnready()
  app.closeAfterResponses(true)
  if (drainMs > 0) await drain(app, drainMs)
  const closed = server.close(patience)
  app.close()
  await closed
}

const CALM_MS = 1000

/**
 * Serves new requests while proxies notice the failing health check. At the end connections are kept alive again: a
 * proxy without health checks then reuses an idle connection instead of opening one just as the port closes.
 */
async function drain(app: App, drainMs: number): Promise<void> {
  const calmMs = Math.min(CALM_MS, drainMs / 2)
  await sleep(drainMs - calmMs)
  app.closeAfterResponses(false)
  await sleep(calmMs)
  app.closeAfterResponses(true)
}

type Opening = AppServerOptions & { readonly log: Log }
type Services = Awaited<ReturnType<typeof openServices>>

/** Opens everything the server needs beside HTTP: the resources, authentication and the mailer. */
async function openServices({ config, log, clock, fill }: Opening, disposers: Disposers) {
  const resources = await openResources({ config, log, clock, fill }, disposers)
  const { db } = resources.database
  const tokens = createSignedTokens(await loadSigningKey(db))
  const secret = await loadSigningKey(db, 'sessions')
  const auth = createAuth({ db, secret, origin: config.origin, log })
  const mailer = await openMailer({ db }, config)
  disposers.push(() => mailer.close())
  return { ...resources, db, tokens, auth, mailer, texts: openTextSender(config) }
}

/** Opens the configured read replica; null without one. */
function openReplica(
  { config, primary, log }: { config: Config; primary: Db; log: Log },
  disposers: Disposers,
): Replica | null {
  if (!config.replica) return null
  const { url, maxLagMs } = config.replica
  const opened = openDatabase(url, { max: config.databasePoolSize })
  const replica = createReplica({ replica: opened, primary, maxLagMs, log })
  disposers.push(() => replica.close())
  return replica
}

type Serving = {
  readonly port: number
  /** Stops requests and jobs. The resources they use are still open. */
  stopServing(how: StopOptions): Promise<void>
}

/** Starts the HTTP server and the job worker after the first pages were rendered. */
async function startServing(opening: Opening, services: Services, disposers: Disposers): Promise<Serving> {
  const { config, log, build, clock, wrap, clientDir, onRequest } = opening
  const { connection, database, db, storage, tokens, auth, payments, mailer, texts } = services
  if (config.metrics) disposers.push(await exposeMetrics(config.metrics, database, config.dataDir))
  const replica = openReplica({ config, primary: db, log }, disposers)
  const builtClient = clientDir === undefined ? join(PROJECT, 'build/client') : clientDir
  const buildAssets = builtClient === null ? null : createBuildAssets({ storage, clientDir: builtClient })
  const app = createApp({
    ...config,
    db,
    replica,
    storage,
    tokens,
    auth,
    payments: payments.gateway,
    texts,
    testProviderUrl: payments.testProviderUrl,
    outbox: mailer.kind === 'local' ? join(config.dataDir, 'outbox') : null,
    log,
    build,
    countsRequests: config.metrics !== null,
    ...(clock ? { clock } : {}),
    ...(onRequest ? { onRequest } : {}),
    clientDir: builtClient,
    buildAssets,
  })
  const upkeep = buildAssets && keepPublished(buildAssets, log)
  disposers.push(async () => upkeep?.stop())
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
  disposers.push(() => changes.close())
  await prepare({ app, db, log, assetsPublished: upkeep?.published }, changes)
  if (config.metrics) watchStreams(() => app.countStreams())
  const server = await startHttpServer({
    ...config,
    listener: wrap?.(app.listener) ?? app.listener,
    // A failed accept, such as EMFILE, does not end the other connections.
    onError: (error) => log.error({ event: 'http.server_error', err: error }, 'the HTTP server failed'),
  })
  const stopJobs = startJobs(opening, services)
  return {
    port: server.port,
    // Running jobs finish while requests are still served.
    stopServing: async (how) => void (await Promise.all([stopJobs(), stopHttp({ app, server, how, log })])),
  }
}

/** Starts the job worker and the schedules. Returns the function that stops them. */
function startJobs(opening: Opening, services: Services): () => Promise<void> {
  const { config, log, clock } = opening
  const { connection, db, storage, tokens, payments, mailer, texts } = services
  const tasks = createTasks({
    db,
    payments: payments.gateway,
    tokens,
    origin: config.origin,
    mailer,
    texts,
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
    // A backup takes minutes. It is aborted and cleans up after itself.
    stopping.abort()
    await worker.stop()
  }
}

const PREPARING_MS = 5000

/** Database connections to open first: a server that replaces another gets all its traffic at once. */
const FIRST_CONNECTIONS = 6

type Preparing = {
  readonly app: App
  readonly db: Db
  readonly log: Log
  readonly assetsPublished: Promise<void> | undefined
}

/**
 * Warms the page cache and the connections, and waits for the assets that other servers need for the pages of this one,
 * before the server listens; for a limited time if database or storage are slow.
 */
async function prepare(
  { app, db, log, assetsPublished }: Preparing,
  { listening }: ContentChanges,
): Promise<void> {
  const made = listening
    .then(() => app.prerenderFirstPages())
    .then(() => Promise.all(Array.from({ length: FIRST_CONNECTIONS }, () => pingDatabase({ db }))))
    .catch((error: unknown) =>
      log.warn({ event: 'pages.warm_up_failed', err: error }, 'the first pages were not rendered in advance'),
    )
  await Promise.race([Promise.all([made, assetsPublished]), sleep(PREPARING_MS, undefined, { ref: false })])
}

/** Exposes the metrics of this process. In a cluster the primary serves the metrics of all workers. */
async function exposeMetrics(
  place: NonNullable<Config['metrics']>,
  { db, pool }: Database,
  dataDir: string,
): Promise<() => Promise<void>> {
  startMetrics()
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
  const server = await serveMetrics(place)
  return () => server.close()
}

/** Opens the configured SMTP mailer, or one that writes to the outbox directory. */
async function openMailer(deps: { readonly db: Db }, { mail, dataDir }: Config): Promise<Mailer> {
  const { name, email } = await loadVenue(deps)
  const from = `"${name.replaceAll(/["\\\r\n]/g, '')}" <${email}>`
  return mail.kind === 'smtp'
    ? createSmtpMailer({ url: mail.url, from: mail.from ?? from })
    : createOutboxMailer({ directory: join(dataDir, 'outbox'), from })
}

/** Opens the configured sender of text messages, or one that writes to the outbox directory. */
const openTextSender = ({ textMessages, dataDir }: Config): TextMessageSender =>
  textMessages.kind === 'twilio'
    ? createTwilioSender(textMessages)
    : createOutboxSender({ directory: join(dataDir, 'outbox') })
