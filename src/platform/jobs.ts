import { EventEmitter } from 'node:events'
import {
  type JobHelpers,
  Logger,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { clientConfig, type Connection, type Db } from './db.ts'
import type { Log } from './log.ts'
import { countJob, type QueueState } from './metrics.ts'
import { currentTrace, underTrace } from './trace.ts'
import { markAlive, takeBackLostJobs } from './lost-jobs.ts'
import { untilQuiet } from './until-quiet.ts'

export type Job = {
  readonly name: string
  readonly payload: Readonly<Record<string, string>>
  readonly runAt?: Date
  /** A job waiting under the same key is replaced: however often it is asked for, it is done once. */
  readonly key?: string
  /** Everything else in the queue is done first, and it gives way to guests who are being served. */
  readonly canWait?: boolean
}

/**
 * Puts a job into the queue in the transaction that makes it necessary: it exists if and only if what it is about was
 * committed, and it is done at least once. It remembers which request asked for it.
 */
export const addJob = (db: Db, job: Job): Promise<void> => addJobs(db, [job])

/** The same for several, none of which waits for the others. */
export async function addJobs(db: Db, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return
  const requestId = currentTrace()?.requestId
  const calls = jobs.map(
    ({ name, payload, runAt, key, canWait = false }) => sql`graphile_worker.add_job(
      ${name}, ${JSON.stringify(requestId ? { ...payload, requestId } : payload)}::json,
      run_at => ${runAt ?? null}::timestamptz,
      job_key => ${key ?? null}::text,
      max_attempts => ${MAX_ATTEMPTS},
      priority => ${canWait ? LAST : FIRST}
    )`,
  )
  await sql`select ${sql.join(calls)}`.execute(db)
}

// The queue waits longer after each attempt, up to a day in all: a provider or a mail server may be down for hours.
const MAX_ATTEMPTS = 25

const FIRST = 0
const LAST = 10

/** Brings the queue's own tables up to date. */
export async function migrateJobs(connection: Connection): Promise<void> {
  await withPool(connection, 2, (pgPool) => runMigrations({ pgPool, logger: silent }))
}

export type Task = (payload: unknown) => Promise<void>

export type Schedule = { readonly name: string; readonly cron: string }

export type Worker = { stop(): Promise<void> }

type WorkerOptions = {
  readonly tasks: Readonly<Record<string, Task>>
  readonly schedules: readonly Schedule[]
  readonly log: Log
}

const AT_ONCE = 4
const POLL_MS = 2000
const RESTART_MS = 3000
const LOOK_FOR_LOST_MS = 10_000
const MARK_AFTER_MS = 1000

/**
 * Does the jobs of the queue as they come. Several processes share one queue; each job is done by one of them. A queue
 * that stopped because its database was away is started again.
 */
export function startWorker(connection: Connection, options: WorkerOptions): Worker {
  const { log } = options
  const pgPool = new pg.Pool({ ...clientConfig(connection), max: AT_ONCE + 2, query_timeout: 0 })
  pgPool.on('connect', (client) => client.on('error', () => undefined))
  pgPool.on('error', () => undefined)
  let runner: Runner | null = null
  let timer: NodeJS.Timeout | null = null
  let isStopped = false

  const begin = async (): Promise<void> => {
    try {
      runner = await runQueue(pgPool, options)
      if (isStopped) await runner.stop()
      await runner.promise
    } catch (error) {
      if (!isStopped) log.warn({ err: error }, 'the job queue stopped; it is started again')
    }
    runner = null
    if (!isStopped) timer = setTimeout(() => (working = begin()), RESTART_MS)
  }
  let working = begin()
  const looking = setInterval(() => void takeBack(pgPool, log), LOOK_FOR_LOST_MS).unref()
  return {
    async stop() {
      isStopped = true
      clearInterval(looking)
      if (timer) clearTimeout(timer)
      await runner?.stop().catch(() => undefined)
      await working
      await pgPool.end()
    },
  }
}

async function takeBack(pgPool: pg.Pool, log: Log): Promise<void> {
  try {
    const count = await takeBackLostJobs(pgPool)
    if (count > 0) log.warn({ count }, 'workers died at their work; it is done by others')
  } catch (error) {
    log.debug({ err: error }, 'nobody could look for work that was left behind')
  }
}

/** Tells of a queue that listens that it lives. */
function liveEvents(log: Log): WorkerEvents {
  const events: WorkerEvents = new EventEmitter()
  let timer: NodeJS.Timeout | undefined
  events.on('pool:listen:success', ({ client, workerPool }) => {
    // The connection is asked to listen first; two things at once it does not take.
    timer = setTimeout(() => {
      markAlive(client, workerPool.id).catch((error: unknown) =>
        log.debug({ err: error }, 'the job queue could not show that it lives'),
      )
    }, MARK_AFTER_MS).unref()
  })
  events.on('pool:listen:release', () => clearTimeout(timer))
  return events
}

const runQueue = (pgPool: pg.Pool, { tasks, schedules, log }: WorkerOptions): Promise<Runner> =>
  run({
    pgPool,
    logger: queueLog(log),
    concurrency: AT_ONCE,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    events: liveEvents(log),
    taskList: asTaskList(tasks, log),
    parsedCronItems: parseCronItems(
      schedules.map(({ name, cron }) => ({ task: name, match: cron, identifier: name })),
    ),
  })

const asTaskList = (tasks: WorkerOptions['tasks'], log: Log): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload: unknown, { job }: JobHelpers) =>
        underTrace({ requestId: requestOf(payload), job: { name, id: job.id } }, async () => {
          if (job.priority === LAST) await untilQuiet()
          const started = performance.now()
          const waitedMs = Math.max(0, Date.now() - job.run_at.getTime())
          try {
            await task(payload)
          } catch (error) {
            countJob({ task: name, outcome: 'failed', waitedMs, tookMs: performance.now() - started })
            log.warn({ err: error, attempt: job.attempts }, 'job failed')
            throw error
          }
          const tookMs = performance.now() - started
          countJob({ task: name, outcome: 'done', waitedMs, tookMs })
          log.debug({ ms: Math.round(tookMs), waitedMs }, 'job done')
        }),
    ]),
  )

function requestOf(payload: unknown): string | null {
  const isObject = typeof payload === 'object' && payload !== null
  return isObject && 'requestId' in payload && typeof payload.requestId === 'string'
    ? payload.requestId
    : null
}

/** How the queue stands: what waits, what was given up, and for how many seconds the oldest that is due has waited. */
export async function readQueue(db: Db): Promise<QueueState[]> {
  const { rows } = await sql<QueueState>`
    select task_identifier as task,
      count(*) filter (where attempts < max_attempts) as waiting,
      count(*) filter (where attempts >= max_attempts) as given_up,
      coalesce(extract(epoch from max(now() - run_at) filter
        (where attempts < max_attempts and run_at <= now() and locked_at is null)), 0)::float8 as lag_seconds
    from graphile_worker.jobs group by 1 order by 1`.execute(db)
  return rows
}

const silent = new Logger(() => () => undefined)

const queueLog = (log: Log): Logger =>
  new Logger(() => (level, message, meta) => {
    const told = { err: meta?.['error'] ?? meta?.['fatalError'] }
    if (level === 'error') log.error(told, message)
    else if (level === 'warning') log.warn(told, message)
    else log.trace(message)
  })

async function withPool<T>(
  connection: Connection,
  max: number,
  use: (pool: pg.Pool) => Promise<T>,
): Promise<T> {
  const pool = new pg.Pool({ ...clientConfig(connection), max, query_timeout: 0, statement_timeout: 0 })
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', () => undefined)
  try {
    return await use(pool)
  } finally {
    await pool.end()
  }
}
