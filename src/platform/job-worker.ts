import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type JobHelpers,
  Logger,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type pg from 'pg'
import { type Connection, openPool as openConnections } from './connections.ts'
import { LAST } from './jobs.ts'
import type { Log } from './log.ts'
import { countJob } from './metrics.ts'
import { type Run, supervise } from './supervise.ts'
import { underTrace } from './trace.ts'
import { markAlive, releaseJobsOf, takeBackLostJobs } from './lost-jobs.ts'
import { untilQuiet } from './until-quiet.ts'

export type Task = (payload: unknown) => Promise<void>

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

/** What outlives one run of the queue: runs that failed and still have jobs under way, and what they left locked. */
type Leftovers = {
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
  const leftovers: Leftovers = { retiring: new Set(), lockedBy: new Set(), release: () => undefined }
  const worker = supervise(COMPONENT, () => startRun(connection, options, leftovers), { log })
  return {
    async stop() {
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
  const { events, queueIds } = watchRun(log, (error) => ended.reject(error))
  let runner: Runner
  try {
    runner = await runQueue(pool, { ...options, events, underWay })
  } catch (error) {
    await closePool(pool)
    throw error
  }
  runner.promise.then(() => ended.reject(new Error('the job queue ended')), ended.reject)
  const release = (): void => void takeBack(pool, log, leftovers)
  leftovers.release = release
  release()
  const looking = setInterval(release, LOOK_FOR_LOST_MS).unref()
  return {
    ended: ended.promise,
    async stop() {
      clearInterval(looking)
      // Jobs that are under way are finished. A run that takes over does not wait for them.
      const retiring = retire({ runner, pool, underWay }).then(() => {
        leftovers.retiring.delete(retiring)
        for (const id of queueIds) leftovers.lockedBy.add(id)
        leftovers.release()
      })
      leftovers.retiring.add(retiring)
      await Promise.resolve()
    },
  }
}

type Ending = {
  readonly runner: Runner
  readonly pool: pg.Pool
  readonly underWay: ReadonlySet<Promise<unknown>>
}

/** Ends a run: no more jobs, those under way to their end, then the connections. Never rejects. */
async function retire({ runner, pool, underWay }: Ending): Promise<void> {
  // A queue that failed has stopped by itself, and says so by a rejection.
  runner.stop().catch(() => undefined)
  // oxlint-disable-next-line no-await-in-loop -- one may have begun in the moment of the failure
  while (underWay.size > 0) await Promise.allSettled(underWay)
  await Promise.race([runner.promise.catch(() => undefined), sleep(END_MS, undefined, { ref: false })])
  await closePool(pool)
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
    const count = await takeBackLostJobs(pool)
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
  const failed = ({ error }: { error: unknown }): void =>
    fail(error instanceof Error ? error : new Error(String(error)))
  events.on('pool:create', ({ workerPool }) => queueIds.add(workerPool.id))
  events.on('pool:listen:error', failed)
  events.on('pool:fatalError', failed)
  events.on('worker:fatalError', failed)
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

type RunOptions = WorkerOptions & {
  readonly events: WorkerEvents
  readonly underWay: Set<Promise<unknown>>
}

const runQueue = (
  pgPool: pg.Pool,
  { tasks, schedules, log, events, underWay }: RunOptions,
): Promise<Runner> =>
  run({
    pgPool,
    logger: queueLog(log),
    concurrency: AT_ONCE,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    events,
    taskList: asTaskList(tasks, log, underWay),
    parsedCronItems: parseCronItems(
      schedules.map(({ name, cron }) => ({ task: name, match: cron, identifier: name })),
    ),
    // Without a delay of its own, the library completes a job by a promise that it does not await: where the database is
    // gone in that moment, the rejection is nobody's, and the job stays locked. With one, of any length, it is an event.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })

const asTaskList = (tasks: WorkerOptions['tasks'], log: Log, underWay: Set<Promise<unknown>>): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload: unknown, { job }: JobHelpers) => {
        const doing = underTrace({ requestId: requestOf(payload), job: { name, id: job.id } }, () =>
          doJob({ name, task, payload, job }, log),
        )
        underWay.add(doing)
        try {
          await doing
        } finally {
          underWay.delete(doing)
        }
      },
    ]),
  )

type Doing = {
  readonly name: string
  readonly task: Task
  readonly payload: unknown
  readonly job: JobHelpers['job']
}

async function doJob({ name, task, payload, job }: Doing, log: Log): Promise<void> {
  if (job.priority === LAST) await untilQuiet()
  const started = performance.now()
  const waitedMs = Math.max(0, Date.now() - job.run_at.getTime())
  try {
    await task(payload)
  } catch (error) {
    countJob({ task: name, outcome: 'failed', waitedMs, tookMs: performance.now() - started })
    log.warn({ event: 'job.failed', err: error, attempt: job.attempts }, 'job failed')
    throw error
  }
  const tookMs = performance.now() - started
  countJob({ task: name, outcome: 'done', waitedMs, tookMs })
  log.debug({ ms: Math.round(tookMs), waitedMs }, 'job done')
}

function requestOf(payload: unknown): string | null {
  const isObject = typeof payload === 'object' && payload !== null
  return isObject && 'requestId' in payload && typeof payload.requestId === 'string'
    ? payload.requestId
    : null
}

const queueLog = (log: Log): Logger =>
  new Logger(() => (level, message, meta) => {
    const told = { err: meta?.['error'] ?? meta?.['fatalError'] }
    if (level === 'error') log.error(told, message)
    else if (level === 'warning') log.warn(told, message)
    else log.trace(message)
  })
