import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { type Connection, openPool } from './connections.ts'
import type { DB } from './db-types.ts'
import { asDatabaseError } from './db-errors.ts'
import { REFUSES_WRITES } from './host-finder.ts'
import { keepPlans } from './planned-once.ts'

/** A handle that runs queries: the pool, or a transaction somebody opened. */
export type Db = Kysely<DB> | Transaction<DB>

export type Database = {
  readonly db: Kysely<DB>
  readonly pool: pg.Pool
  close(): Promise<void>
}

/** Opens the pool. No connection is made until the first query. `onLost` hears of every connection that is cut. */
export function openDatabase(
  connection: Connection,
  {
    max = 10,
    isPooled = false,
    onLost,
  }: { max?: number; isPooled?: boolean; onLost?: (error: Error) => void } = {},
): Database {
  const pool = openPool(connection, { max, isPooled, idleMs: 30_000 })
  // The pool listens to a connection only while it is idle. One that is cut in the middle of a transaction would tell
  // nobody, and an error nobody hears ends the process.
  pool.on('connect', (client) => client.on('error', (error) => onLost?.(error)))
  pool.on('error', () => undefined)
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: keepPlans(pool, { isPooled }) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return { db, pool, close: () => db.destroy() }
}

/** Throws where the database does not accept writes: a standby, or a primary that was made read-only. */
export async function assertWritable(db: Db): Promise<void> {
  // Raised by the database itself, so that the connection is given up as after any other refused write.
  await sql`do $$ begin
    if ${sql.raw(REFUSES_WRITES)} then
      raise exception 'the database is read-only' using errcode = 'read_only_sql_transaction';
    end if;
  end $$`.execute(db)
}

const PATIENCE_MS = 3600
const PULSE_MS = 1000

/**
 * Waits for a reading, but not for a database that says nothing: after a few seconds it is asked whether it is there at
 * all. One that is only slow is waited for; of one that is frozen guests are told within five seconds.
 */
export async function readInTime<Value>(db: Db, reading: Promise<Value>): Promise<Value> {
  const silent = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    hasPulse(db).then(
      (isThere) => {
        if (isThere) return
        silent.reject(asDatabaseError(new Error('query read timeout: the database is silent')))
      },
      (error: unknown) => silent.reject(error),
    )
  }, PATIENCE_MS)
  try {
    return await Promise.race([reading, silent.promise])
  } finally {
    clearTimeout(timer)
  }
}

const hasPulse = (db: Db): Promise<boolean> => {
  const late = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), PULSE_MS)
  })
  return Promise.race([sql`select 1`.execute(db).then(() => true), late])
}

const UNIQUE_VIOLATION = '23505'
const EXCLUSION_VIOLATION = '23P01'

/** Whether the database refused a write because somebody else was first. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === UNIQUE_VIOLATION || error.code === EXCLUSION_VIOLATION)

const FOREIGN_KEY_VIOLATION = '23503'

/** The name of the reference because of which the database refused a write: what it leads to is not there. */
export function brokenReference(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== FOREIGN_KEY_VIOLATION) return null
  return 'constraint' in error ? String(error.constraint) : ''
}

/**
 * Does a write within the caller's transaction that may lose to somebody else's. Lost, it is undone, and the transaction
 * goes on.
 */
export async function winsConflict(db: Db, write: () => Promise<void>): Promise<boolean> {
  await sql`savepoint before_write`.execute(db)
  try {
    await write()
    await sql`release savepoint before_write`.execute(db)
    return true
  } catch (error) {
    if (!isConflict(error)) throw error
    await sql`rollback to savepoint before_write`.execute(db)
    return false
  }
}

const DEADLOCK = '40P01'
const TRIES = 3

/** Does a transaction again that the database ended because two of them waited for each other. */
export async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the next try follows the last
      return await work()
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === DEADLOCK
      if (!isDeadlock || attempt === TRIES) throw error
    }
  }
}
