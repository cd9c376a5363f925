import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { type Connection, openClient, openPool } from './connections/connections.ts'
import type { DB } from './db-types.ts'
import { REFUSES_WRITES } from '../network/host-finder.ts'
import { createLiveness, type Liveness, PROBE_MS } from '../observability/liveness.ts'
import { withPreparedStatements } from './connections/prepared-statements.ts'

/** Handle that runs queries: the pool or the caller's transaction. */
export type Db = Kysely<DB> | Transaction<DB>

export type Database = {
  readonly db: Kysely<DB>
  readonly pool: pg.Pool
  close(): Promise<void>
}

/** Opens the pool. It connects at the first query and calls `onLost` for every connection that breaks. */
export function openDatabase(
  connection: Connection,
  {
    max = 10,
    isPooled = false,
    onLost,
  }: { max?: number; isPooled?: boolean; onLost?: (error: Error) => void } = {},
): Database {
  const pool = openPool(connection, { max, isPooled, idleMs: 30_000 })
  // The pool handles errors of idle connections only. One that breaks during a transaction emits `error` without a
  // listener, which would end the process.
  pool.on('connect', (client) => client.on('error', (error) => onLost?.(error)))
  pool.on('error', () => undefined)
  const liveness = createLiveness({ probe: () => probe(connection) })
  // After a restart the first query of a session is slow: it must not be cut for the silence before it. A transaction pooler
  // accepts connections without asking the database, so its sessions prove nothing.
  if (!isPooled) pool.on('connect', liveness.noteAnswer)
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: withPreparedStatements(pool, { isPooled, liveness }) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  livenessOf.set(db, liveness)
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

/**
 * Waits for a reading that may consist of several queries, but not for a database that says nothing: together they get the
 * time that one query gets. A database that is only slow is waited for.
 */
export const withTimeout = <Value>(db: Db, reading: Promise<Value>): Promise<Value> =>
  livenessOf.get(db)?.work(reading) ?? reading

const livenessOf = new WeakMap<Db, Liveness>()

/** Asks on a new connection: those of the pool may all be in use, or be the ones that got no answer. */
async function probe(connection: Connection): Promise<void> {
  // As on a pooled connection, nothing is set before the question: over a long line each answer counts.
  const client = openClient(connection, { queryTimeoutMs: PROBE_MS, isPooled: true })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    client.end().catch(() => undefined)
  }
}

const UNIQUE_VIOLATION = '23505'
const EXCLUSION_VIOLATION = '23P01'

/** True if a unique or exclusion constraint refused the write: another transaction was first. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === UNIQUE_VIOLATION || error.code === EXCLUSION_VIOLATION)

const FOREIGN_KEY_VIOLATION = '23503'

/** Name of the foreign key that refused a write because the referenced row does not exist; null for other errors. */
export function foreignKeyViolation(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== FOREIGN_KEY_VIOLATION) return null
  return 'constraint' in error ? String(error.constraint) : ''
}

/**
 * Runs a write in a savepoint of the caller's transaction. On a conflict with another transaction it is rolled back to the
 * savepoint and returns false; the caller's transaction continues.
 */
export async function tryUnlessConflict(db: Db, write: () => Promise<void>): Promise<boolean> {
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

/**
 * Runs work in a transaction. Where the database ends it, because two of them waited for each other, the work is done again: it
 * changes nothing outside of the transaction.
 */
export const inTransaction = <T>(db: Db, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> =>
  retryDeadlocks(() => db.transaction().execute(work))

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
