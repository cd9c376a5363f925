import { Logger, runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Connection, openPool } from '../db/connections.ts'
import type { Db } from '../db/db.ts'
import type { QueueState } from '../observability/metrics.ts'
import { currentContext, onlyReservation } from '../observability/request-context.ts'

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
  const cause = causeOfJobs()
  const calls = jobs.map(
    ({ name, payload, runAt, key, canWait = false }) => sql`graphile_worker.add_job(
      ${name}, ${JSON.stringify({ ...cause, ...payload })}::json,
      run_at => ${runAt ?? null}::timestamptz,
      job_key => ${key ?? null}::text,
      max_attempts => ${MAX_ATTEMPTS},
      priority => ${canWait ? LAST : FIRST}
    )`,
  )
  await sql`select ${sql.join(calls)}`.execute(db)
}

/** The request and the reservation that make a job necessary, so that its lines in the log name them. */
function causeOfJobs(): Readonly<Record<string, string>> {
  const trace = currentContext()
  if (!trace) return {}
  const reservationId = onlyReservation(trace)
  return {
    ...(trace.requestId === null ? {} : { requestId: trace.requestId }),
    ...(reservationId === null ? {} : { reservationId }),
  }
}

// The queue waits longer after each attempt, up to a day in all: a provider or a mail server may be down for hours.
const MAX_ATTEMPTS = 25

/** The schema of the queue's own tables. */
export const JOBS_SCHEMA = 'graphile_worker'

const FIRST = 0
/** The priority of a job that can wait. */
export const LAST = 10

/** Brings the queue's own tables up to date. */
export async function migrateJobs(connection: Connection): Promise<void> {
  await withPool(connection, 2, (pgPool) => runMigrations({ pgPool, logger: silent }))
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

async function withPool<T>(
  connection: Connection,
  max: number,
  use: (pool: pg.Pool) => Promise<T>,
): Promise<T> {
  const pool = openPool(connection, { max, queryTimeoutMs: 0, statementTimeoutMs: 0 })
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', () => undefined)
  try {
    return await use(pool)
  } finally {
    await pool.end()
  }
}
