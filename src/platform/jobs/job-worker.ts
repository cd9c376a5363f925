import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, parseCronItems, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { type Connection, openPool as openConnections } from '../db/connections/connections.ts'
import { asDatabaseError, isDatabaseUnavailable } from '../db/db-errors.ts'
import { asTaskList, type Task } from './job-runs.ts'
import { isReadOnly } from '../network/host-finder.ts'
import type { Log } from '../observability/log.ts'
import { type Run, supervise } from '../observability/supervise.ts'
import { recordHeartbeat, releaseJobsOf, releaseStaleJobs } from './stale-jobs.ts'

export type { Task } from './job-runs.ts'

export type Schedule = { readonly name: string; readonly cron: string }

export type Worker = { stop(): Promise<void> }

type WorkerOptions = {
  readonly tasks: Readonly<Record<string, Task>>
  readonly schedules: readonly Schedule[]
  readonly log: Log
}

const COMPONENT = 'jobs'
const CONCURRENCY = 4
const POLL_MS = 2000
const STALE_CHECK_MS = 10_000
const HEARTBEAT_DELAY_MS = 1000
/** Time limit for a run to stop after its last job. The library could wait for a minute or forever. */
const END_MS = 5000
/** The same for a failed run, whose locked jobs the next run takes over. */
const FAILED_END_MS = 1000

/** State that outlives a run: failed runs with jobs still running, and the jobs they left locked. */
type Leftovers = {
  /** Aborted when the process stops; jobs waiting for the database then give up. */
  readonly stopping: AbortSignal
  readonly retiring: Set<Promise<void>>
  readonly lockedBy: Set<string>
  /** Releases the jobs that failed runs left locked; set by the next run. */
  release: () => void
}

/**
 * Runs the jobs of the queue, which all processes share; each job is run by one of them. After a lost connection the
 * run is stopped and a new one is started with its own connections.
 */
export function startWorker(connection: Connection, options: WorkerOptions): Worker {
  const { log } = options
  const stopping = new AbortController()
  const leftovers: Leftovers = {
    stopping: stopping.signal,
    retiring: new Set(),
    lockedBy: new Set(),
    release: () => undefined,
  }
  const worker = supervise(COMPONENT, () => startRun(connection, options, leftovers), { log })
  return {
    async stop() {
      stopping.abort()
      await worker.stop()
      await Promise.all(leftovers.retiring)
    },
  }
}

/** Starts a run of graphile-worker. It fails with its first failing part: a connection, a completion or a worker. */
async function startRun(connection: Connection, options: WorkerOptions, leftovers: Leftovers): Promise<Run> {
  const { log } = options
  const pool = openPool(connection)
  const underWay = new Set<Promise<unknown>>()
  const ended = Promise.withResolvers<never>()
  // The supervisor attaches its handler later, perhaps after the rejection.
  ended.promise.catch(() => undefined)
  let isOver = false
  const { events, queueIds } = watchRun(log, (error) => {
    isOver = true
    ended.reject(error)
  })
  let runner: Runner
  try {
    const tasks = asTaskList(options.tasks, { log, underWay, stopping: leftovers.stopping })
    runner = await runQueue(pool, { ...options, events, tasks, isOver: () => isOver })
  } catch (error) {
    closePool(pool).catch(() => undefined)
    throw asQueueError(error)
  }
  runner.promise.then(
    () => ended.reject(new Error('the job queue ended')),
    (error: unknown) => ended.reject(asQueueError(error)),
  )
  const release = (): void => void releaseLeftovers(pool, log, leftovers)
  leftovers.release = release
  release()
  const looking = setInterval(release, STALE_CHECK_MS).unref()
  return {
    ended: ended.promise,
    async stop() {
      clearInterval(looking)
      isOver = true
      // Running jobs are finished. After a failure, the next run does not wait for them.
      const endMs = leftovers.stopping.aborted ? END_MS : FAILED_END_MS
      const retiring = retire({ runner, underWay, endMs }).then(async () => {
        for (const id of queueIds) leftovers.lockedBy.add(id)
        leftovers.release()
        await closePool(pool)
        leftovers.retiring.delete(retiring)
      })
      leftovers.retiring.add(retiring)
      await Promise.resolve()
    },
  }
}

type Ending = {
  readonly runner: Runner
  readonly underWay: ReadonlySet<Promise<unknown>>
  readonly endMs: number
}

/** Ends a run: takes no more jobs and waits for the running ones. Never rejects. */
async function retire({ runner, underWay, endMs }: Ending): Promise<void> {
  // A failed runner has stopped by itself, and its stop() rejects.
  runner.stop().catch(() => undefined)
  // oxlint-disable-next-line no-await-in-loop -- a job may have started just as the run failed
  while (underWay.size > 0) await Promise.allSettled(underWay)
  await Promise.race([runner.promise.catch(() => undefined), sleep(endMs, undefined, { ref: false })])
}

function openPool(connection: Connection): pg.Pool {
  const pool = openConnections(connection, { max: CONCURRENCY + 2, queryTimeoutMs: 0 })
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', () => undefined)
  ignoreSecondReleases(pool)
  return pool
}

type OnConnected = (error: Error | undefined, client: pg.PoolClient | undefined, release?: Release) => void
type Release = (destroy?: boolean | Error) => void

/**
 * The library releases its listening client twice if a run is stopped while LISTEN is answered and the connection is
 * then lost. The pool throws at the second release, in a promise of the library without a handler.
 */
function ignoreSecondReleases(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool)
  function connectOnce(): Promise<pg.PoolClient>
  function connectOnce(callback: OnConnected): void
  function connectOnce(callback?: OnConnected): Promise<pg.PoolClient> | void {
    if (!callback) return connect()
    connect((error, client, release) => {
      let isReleased = false
      callback(error, client, (destroy) => {
        // There is none if the connection failed.
        if (!isReleased) release?.(destroy)
        isReleased = true
      })
    })
  }
  pool.connect = connectOnce
}

/** Closes the pool, with a time limit for connections still in use. */
async function closePool(pool: pg.Pool): Promise<void> {
  await Promise.race([pool.end().catch(() => undefined), sleep(END_MS, undefined, { ref: false })])
}

/** Releases the jobs of failed runs and dead processes. */
async function releaseLeftovers(pool: pg.Pool, log: Log, { lockedBy }: Leftovers): Promise<void> {
  try {
    const ids = [...lockedBy]
    const own = await releaseJobsOf(pool, ids)
    for (const id of ids) lockedBy.delete(id)
    const count = await releaseStaleJobs(pool)
    if (own + count > 0)
      log.warn(
        { event: 'jobs.stale_released', jobs: own, workers: count },
        'jobs that were left locked can be done again',
      )
  } catch (error) {
    log.debug({ event: 'jobs.stale_check_failed', err: error }, 'stale jobs could not be released')
  }
}

/** Collects the errors of a run and keeps its heartbeat in the database. */
function watchRun(log: Log, fail: (error: Error) => void): { events: WorkerEvents; queueIds: Set<string> } {
  const events: WorkerEvents = new EventEmitter()
  const queueIds = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const failed = ({ error }: { error: unknown }): void => fail(asQueueError(error))
  events.on('pool:create', ({ workerPool }) => queueIds.add(workerPool.id))
  events.on('pool:listen:error', failed)
  events.on('pool:fatalError', failed)
  events.on('worker:fatalError', failed)
  // The library would retry on the same connections, which after a failover still lead to the former primary.
  events.on('worker:getJob:error', ({ error }) => {
    if (isReadOnly(error)) failed({ error })
  })
  events.on('pool:listen:success', ({ client, workerPool }) => {
    // A client runs one query at a time, and LISTEN is sent first.
    timer = setTimeout(() => {
      recordHeartbeat(client, workerPool.id).catch((error: unknown) =>
        log.debug(
          { event: 'jobs.heartbeat_failed', err: error },
          'the heartbeat of the job queue was not recorded',
        ),
      )
    }, HEARTBEAT_DELAY_MS).unref()
  })
  events.on('pool:listen:release', () => clearTimeout(timer))
  return { events, queueIds }
}

/** Everything the queue itself does is a database query. */
const asQueueError = (error: unknown): Error =>
  asDatabaseError(error instanceof Error ? error : new Error(String(error)))

type RunOptions = Omit<WorkerOptions, 'tasks'> & {
  readonly events: WorkerEvents
  readonly tasks: TaskList
  readonly isOver: () => boolean
}

const runQueue = (pgPool: pg.Pool, { tasks, schedules, log, events, isOver }: RunOptions): Promise<Runner> =>
  run({
    pgPool,
    logger: queueLog(log, isOver),
    concurrency: CONCURRENCY,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    events,
    taskList: tasks,
    // By its key a recurring job waits once. A host that slept would else do hundreds of them before the first new job.
    parsedCronItems: parseCronItems(
      schedules.map(({ name, cron }) => ({
        task: name,
        match: cron,
        identifier: name,
        options: { jobKey: name },
      })),
    ),
    // Without a batch delay the library does not await the completion of a job: if the database fails at that moment,
    // the rejection is unhandled and the job stays locked. With any delay, even 0, the error is an event.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })

/**
 * Logs graphile-worker's own messages. Connection errors and their consequences are left to the supervisor, which logs
 * one line per outage. Messages about failed jobs are left out, because `job.failed` reports them without the stack
 * trace.
 */
const queueLog = (log: Log, isOver: () => boolean): Logger =>
  new Logger(() => (level, message, meta) => {
    const thrown = meta?.['error'] ?? meta?.['fatalError']
    const err = thrown instanceof Error ? asDatabaseError(thrown) : undefined
    const isKnown = isOver() || meta?.['failure'] === true || isDatabaseUnavailable(err)
    const event = 'jobs.queue_message'
    if (level === 'error' && !isKnown) log.error({ event, err }, message)
    else if (level === 'warning' && !isKnown) log.warn({ event, err }, message)
    else log.trace(message)
  })
