import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { type Connection, openClient } from './connections/connections.ts'
import { fromDatabase } from './db-errors.ts'
import { migrateJobs } from '../jobs/jobs.ts'
import { MigrationError } from './migration-error.ts'

/** The extensions that migrations create. */
export const EXTENSIONS = ['btree_gist', 'pg_trgm']

const LOCK = 7_301_552

/**
 * Brings the database to the newest schema, the job queue's included: each file once, in the order of its number, each
 * in a transaction.
 * Several processes may start at once; one migrates, the others wait. Returns the names it applied.
 */
export async function migrate(connection: Connection, directory: string): Promise<string[]> {
  const client = openClient(connection, { queryTimeoutMs: 0, statementTimeoutMs: 0 })
  await fromDatabase(client.connect())
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      `create table if not exists schema_migrations
        (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    const applied = await applyPending(client, directory)
    await migrateJobs(connection)
    return applied
  } finally {
    await client.end()
  }
}

async function applyPending(client: pg.Client, directory: string): Promise<string[]> {
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
    await applyOne(client, { name, sql, checksum })
    applied.push(name)
  }
  return applied
}

async function applyOne(
  client: pg.Client,
  { name, sql, checksum }: { name: string; sql: string; checksum: string },
) {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new MigrationError(`${name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
