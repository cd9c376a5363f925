import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import type { ServerBuild } from 'react-router'
import type { FirstOwner } from '../../db/seed/fill.ts'
import { backupJobs } from '#platform/backup/run.ts'
import { type Config, type TestPages, testPagesOf } from '#platform/config/config.ts'
import { listenForChanges } from '#platform/db/content-changes.ts'
import { startWorker } from '#platform/jobs/job-worker.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { createLog, type Log } from '#platform/observability/log.ts'
import { countRestart, watchStreams } from '#platform/observability/metrics.ts'
import { createBuildAssets, keepPublished } from '#platform/storage/build-assets.ts'
import { createApp } from '../http/app.ts'
import { SCHEDULES } from '../jobs/schedules.ts'
import { createTasks } from '../jobs/tasks.ts'
import { type Fill, PROJECT } from './bootstrap.ts'
import { disposeAll, type Disposers } from './serving/disposers.ts'
import { startHttpServer } from './http-server.ts'
import { exposeMetrics } from './serving/expose-metrics.ts'
import { prepare } from './serving/prepare.ts'
import { openReplica, openServices, type Services } from './serving/services.ts'
import { STOP_NOW, stopHttp, type StopOptions } from './serving/shutdown.ts'

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

type Opening = AppServerOptions & { readonly log: Log }
type Serving = {
  readonly port: number
  /** Stops requests and jobs. The resources they use are still open. */
  stopServing(how: StopOptions): Promise<void>
}

/** Starts the HTTP server and the job worker after the first pages were rendered. */
async function startServing(opening: Opening, services: Services, disposers: Disposers): Promise<Serving> {
  const { config, log, build, clock, wrap, clientDir, onRequest } = opening
  const { connection, database, db, storage, tokens, auth, payments, mailer, texts, wallet } = services
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
    wallet,
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
  const { connection, db, storage, tokens, payments, mailer, texts, wallet } = services
  const tasks = createTasks({
    db,
    payments: payments.gateway,
    tokens,
    origin: config.origin,
    mailer,
    texts,
    wallet,
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
