import { Logger, runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Connection, openPool } from '../db/connections/connections.ts'
import type { Db } from '../db/db.ts'
import type { QueueState } from '../observability/metrics.ts'
import { currentContext, onlyReservation } from '../observability/request-context.ts'

export type Job = {
  readonly name: string
  readonly payload: Readonly<Record<string, string>>
  readonly runAt?: Date
  /** Dedupe key: replaces a waiting job with the same key. */
  readonly key?: string
  /** Jobs of a queue run one at a time. */
  readonly queue?: string
  /** Low priority: runs after all other jobs and pauses while guests are served. */
  readonly isLowPriority?: boolean
}

/**
 * Enqueues a job in the caller's transaction, so it exists if and only if its cause was committed. It runs at least
 * once, and its payload records the request that caused it.
 */
export const addJob = (db: Db, job: Job): Promise<void> => addJobs(db, [job])

/** Enqueues several independent jobs. */
export async function addJobs(db: Db, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return
  const cause = causeOfJobs()
  const calls = jobs.map(
    ({ name, payload, runAt, key, queue, isLowPriority = false }) => sql`graphile_worker.add_job(
      ${name}, ${JSON.stringify({ ...cause, ...payload })}::json,
      queue_name => ${queue ?? null}::text,
      run_at => ${runAt ?? null}::timestamptz,
      job_key => ${key ?? null}::text,
      max_attempts => ${MAX_ATTEMPTS},
      priority => ${isLowPriority ? LAST : FIRST}
    )`,
  )
  await sql`select ${sql.join(calls)}`.execute(db)
}

/** Request and reservation that caused a job, for its log lines. */
function causeOfJobs(): Readonly<Record<string, string>> {
  const trace = currentContext()
  if (!trace) return {}
  const reservationId = onlyReservation(trace)
  return {
    ...(trace.requestId === null ? {} : { requestId: trace.requestId }),
    ...(reservationId === null ? {} : { reservationId }),
  }
}

// The queue's backoff grows with each attempt; 25 attempts span about a day, because a provider or mail server may be
// down for hours.
const MAX_ATTEMPTS = 25

/** Deletes the jobs of a name that failed for good, because the queue would keep their payload. */
export async function deleteFailedJobs(db: Db, name: string): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs
    where task_identifier = ${name} and attempts >= max_attempts))`.execute(db)
}

/** Schema of graphile-worker's tables. */
export const JOBS_SCHEMA = 'graphile_worker'

const FIRST = 0
/** Priority of jobs that can wait. */
export const LAST = 10

/** Migrates graphile-worker's tables. Its statements fail where they wait longer for a lock. */
export async function migrateJobs(connection: Connection, lockTimeoutMs = 0): Promise<void> {
  await withPool({ connection, lockTimeoutMs }, (pgPool) => runMigrations({ pgPool, logger: silent }))
}

/** State of the queue for metrics: waiting jobs, failed jobs, and how many seconds the oldest due job has waited. */
export async function readQueue(db: Db): Promise<QueueState[]> {
  const { rows } = await sql<QueueState>`
    select task_identifier as task,
      count(*) filter (where attempts < max_attempts) as waiting,
      count(*) filter (where attempts >= max_attempts) as failed,
      coalesce(extract(epoch from max(now() - run_at) filter
        (where attempts < max_attempts and run_at <= now() and locked_at is null)), 0)::float8 as lag_seconds
    from graphile_worker.jobs group by 1 order by 1`.execute(db)
  return rows
}

const silent = new Logger(() => () => undefined)

async function withPool<T>(
  { connection, lockTimeoutMs }: { readonly connection: Connection; readonly lockTimeoutMs: number },
  use: (pool: pg.Pool) => Promise<T>,
): Promise<T> {
  const pool = openPool(connection, { max: 2, queryTimeoutMs: 0, statementTimeoutMs: 0, lockTimeoutMs })
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', () => undefined)
  try {
    return await use(pool)
  } finally {
    await pool.end()
  }
}
