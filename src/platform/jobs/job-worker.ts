import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, parseCronItems, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { type Connection, openPool as openConnections } from '../db/connections.ts'
import { asDatabaseError, isDatabaseUnavailable } from '../db/db-errors.ts'
import { asTaskList, type Task } from './job-runs.ts'
import { isReadOnly } from '../network/host-finder.ts'
import type { Log } from '../observability/log.ts'
import { type Run, supervise } from '../observability/supervise.ts'
import { markAlive, releaseJobsOf, releaseStaleJobs } from './stale-jobs.ts'

export type { Task } from './job-runs.ts'

export type Schedule = { readonly name: string; readonly cron: string }

export type Worker = { stop(): Promise<void> }

type WorkerOptions = {
  readonly tasks: Readonly<Record<string, Task>>
  readonly schedules: readonly Schedule[]
  readonly log: Log
}

const COMPONENT = 'jobs'
const AT_ONCE = 4
const POLL_MS = 2000
const LOOK_FOR_LOST_MS = 10_000
const MARK_AFTER_MS = 1000
/** What a run is given to end once its last job is done. The library may wait for a minute, or for ever. */
const END_MS = 5000
/** The same for a run that failed: what it left locked is to be done by the next one. */
const FAILED_END_MS = 1000

/** What outlives one run of the queue: runs that failed and still have jobs under way, and what they left locked. */
type Leftovers = {
  /** Aborted when the process stops: jobs that wait for the database wait no longer. */
  readonly stopping: AbortSignal
  readonly retiring: Set<Promise<void>>
  readonly lockedBy: Set<string>
  /** Gives back what they left locked; set by the run that took over. */
  release: () => void
}

/**
 * Does the jobs of the queue as they come. Several processes share one queue; each job is done by one of them. A queue
 * that lost the database is stopped, and another is started with connections of its own.
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

/** Starts the queue. The run has failed as soon as anything in it did: a connection, a completion, a worker. */
async function startRun(connection: Connection, options: WorkerOptions, leftovers: Leftovers): Promise<Run> {
  const { log } = options
  const pool = openPool(connection)
  const underWay = new Set<Promise<unknown>>()
  const ended = Promise.withResolvers<never>()
  // Read by the supervisor, but perhaps only after it failed.
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
  const release = (): void => void takeBack(pool, log, leftovers)
  leftovers.release = release
  release()
  const looking = setInterval(release, LOOK_FOR_LOST_MS).unref()
  return {
    ended: ended.promise,
    async stop() {
      clearInterval(looking)
      isOver = true
      // Jobs that are under way are finished. A run that takes over does not wait for them.
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

/** Ends a run: no more jobs, and those under way to their end. Never rejects. */
async function retire({ runner, underWay, endMs }: Ending): Promise<void> {
  // A queue that failed has stopped by itself, and says so by a rejection.
  runner.stop().catch(() => undefined)
  // oxlint-disable-next-line no-await-in-loop -- one may have begun in the moment of the failure
  while (underWay.size > 0) await Promise.allSettled(underWay)
  await Promise.race([runner.promise.catch(() => undefined), sleep(endMs, undefined, { ref: false })])
}

function openPool(connection: Connection): pg.Pool {
  const pool = openConnections(connection, { max: AT_ONCE + 2, queryTimeoutMs: 0 })
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', () => undefined)
  return pool
}

/** Waits for a connection that somebody still uses, but not for ever. */
async function closePool(pool: pg.Pool): Promise<void> {
  await Promise.race([pool.end().catch(() => undefined), sleep(END_MS, undefined, { ref: false })])
}

/** Gives back the jobs of runs and of processes that failed. */
async function takeBack(pool: pg.Pool, log: Log, { lockedBy }: Leftovers): Promise<void> {
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
    log.debug({ err: error }, 'locked jobs could not be looked for')
  }
}

/** Hears what goes wrong in a run, and shows in the database that its queue lives. */
function watchRun(log: Log, fail: (error: Error) => void): { events: WorkerEvents; queueIds: Set<string> } {
  const events: WorkerEvents = new EventEmitter()
  const queueIds = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const failed = ({ error }: { error: unknown }): void => fail(asQueueError(error))
  events.on('pool:create', ({ workerPool }) => queueIds.add(workerPool.id))
  events.on('pool:listen:error', failed)
  events.on('pool:fatalError', failed)
  events.on('worker:fatalError', failed)
  // The library tries again on the same connections, which lead to a former primary for as long as it is up.
  events.on('worker:getJob:error', ({ error }) => {
    if (isReadOnly(error)) failed({ error })
  })
  events.on('pool:listen:success', ({ client, workerPool }) => {
    // The connection is asked to listen first; two things at once it does not take.
    timer = setTimeout(() => {
      markAlive(client, workerPool.id).catch((error: unknown) =>
        log.debug({ err: error }, 'the job queue could not show that it lives'),
      )
    }, MARK_AFTER_MS).unref()
  })
  events.on('pool:listen:release', () => clearTimeout(timer))
  return { events, queueIds }
}

/** All that the queue itself does is to ask the database. */
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
    concurrency: AT_ONCE,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    events,
    taskList: tasks,
    parsedCronItems: parseCronItems(
      schedules.map(({ name, cron }) => ({ task: name, match: cron, identifier: name })),
    ),
    // Without a delay of its own, the library completes a job by a promise that it does not await: where the database is
    // gone in that moment, the rejection is nobody's, and the job stays locked. With one, of any length, it is an event.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })

/**
 * The library's own messages. Its errors of the connection, and what follows from them in a run that failed, are left to
 * the supervisor, which writes one line an outage. Its message of a failed job holds a stack trace: `job.failed` says it.
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
