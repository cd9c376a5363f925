import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { type Connection, openClient } from './connections/connections.ts'
import { fromDatabase } from './db-errors.ts'
import { migrateJobs } from '../jobs/jobs.ts'
import type { Log } from '../observability/log.ts'
import { MigrationError } from './migration-error.ts'
import { isLocked, type LockLimits, LOCK_LIMITS, retryWhileLocked } from './retry-while-locked.ts'

/** The extensions that migrations create. */
export const EXTENSIONS = ['btree_gist', 'pg_trgm']

const LOCK = 7_301_552

type Options = { readonly log?: Log; readonly limits?: LockLimits }
type Migrating = { readonly log: Log | undefined; readonly limits: LockLimits }

/**
 * Brings the database to the newest schema, the job queue's included: each file once, in the order of its number, each
 * in a transaction. A migration does not wait long for a lock, because the statements of the version that serves wait
 * behind it: it is tried again.
 * Several processes may start at once; one migrates, the others wait. Returns the names it applied.
 */
export async function migrate(
  connection: Connection,
  directory: string,
  { log, limits = LOCK_LIMITS }: Options = {},
): Promise<string[]> {
  const client = openClient(connection, { queryTimeoutMs: 0, statementTimeoutMs: 0 })
  // A connection that is lost between two attempts would end the process. The next statement says so.
  client.on('error', () => undefined)
  await fromDatabase(client.connect())
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      `create table if not exists schema_migrations
        (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    const applied = await applyPending(client, directory, { log, limits })
    await retryWhileLocked({ name: 'graphile_worker', limits, log }, () =>
      migrateJobs(connection, limits.lockTimeoutMs),
    )
    return applied
  } finally {
    await client.end()
  }
}

async function applyPending(
  client: pg.Client,
  directory: string,
  { log, limits }: Migrating,
): Promise<string[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  const landed = new Map(rows.map((row) => [row.name, row.checksum]))
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted()
  const applied: string[] = []
  for (const name of names) {
    const sql = await readFile(join(directory, name), 'utf8')
    const checksum = createHash('sha256').update(sql).digest('hex')
    const known = landed.get(name)
    if (known === checksum) continue
    if (known)
      throw new MigrationError(`${name} was edited after it landed; put the change into a new migration`)
    const { lockTimeoutMs } = limits
    await retryWhileLocked({ name, limits, log }, () =>
      applyOne(client, { name, sql, checksum, lockTimeoutMs }),
    )
    applied.push(name)
  }
  return applied
}

type Migration = {
  readonly name: string
  readonly sql: string
  readonly checksum: string
  readonly lockTimeoutMs: number
}

async function applyOne(client: pg.Client, { name, sql, checksum, lockTimeoutMs }: Migration) {
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    await client.query(sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    if (isLocked(error)) throw error
    throw new MigrationError(`${name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
