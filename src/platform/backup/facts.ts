import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Connection, openClient } from '../db/connections/connections.ts'
import { fromDatabase } from '../db/db-errors.ts'
import type { Range } from './files/manifest.ts'

export type DatabaseFacts = { readonly postgres: string; readonly schema: string | null }

/** Runs on a connection without statement timeout, since counting a large table takes longer than a request may. */
export async function withClient<Value>(
  connection: Connection,
  use: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  const client = openClient(connection, { queryTimeoutMs: 0, statementTimeoutMs: 0 })
  client.on('error', () => undefined)
  await fromDatabase(client.connect())
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Server version and newest migration. */
export async function readFacts(client: pg.Client): Promise<DatabaseFacts> {
  const { rows } = await client.query<{ postgres: string; landed: boolean }>(
    `select current_setting('server_version') as postgres, to_regclass('schema_migrations') is not null as landed`,
  )
  const [facts] = rows
  if (!facts?.landed) return { postgres: facts?.postgres ?? '', schema: null }
  const newest = await client.query<{ name: string }>(
    'select name from schema_migrations order by name desc limit 1',
  )
  return { postgres: facts.postgres, schema: newest.rows[0]?.name ?? null }
}

/** Row count of each table and sum of each column with cents. */
export async function readContent(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; cents: string[] }>(
    `select c.relname as name, coalesce(array_agg(a.attname::text order by a.attname)
       filter (where a.attname like '%\\_cents' and a.atttypid in ('int4'::regtype, 'int8'::regtype)), '{}') as cents
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where n.nspname = 'public' and c.relkind = 'r' group by 1 order by 1`,
  )
  const content: Record<string, number> = {}
  for (const { name, cents } of rows) {
    const table = pg.escapeIdentifier(name)
    const sumColumns = cents.map((column) => `coalesce(sum(${pg.escapeIdentifier(column)}), 0)::float8`)
    // oxlint-disable-next-line no-await-in-loop -- one connection runs one query at a time
    const counted = await client.query<number[]>({
      text: `select ${['count(*)::float8', ...sumColumns].join(', ')} from ${table}`,
      rowMode: 'array',
    })
    const [sums = []] = counted.rows
    content[name] = sums[0] ?? 0
    for (const [i, column] of cents.entries()) content[`${name}.${column}`] = sums[i + 1] ?? 0
  }
  return content
}

const COMMIT_WITHIN_MS = 60_000
const COMMIT_CHECKED_EVERY_MS = 20

/**
 * Waits until the transactions that now run have ended. A commit is in the WAL before it is visible to queries, so a
 * reading right after the end of a backup may lack rows that its WAL contains. One that runs on for a minute is not committing.
 */
export async function waitForCommits(client: pg.Client): Promise<void> {
  const running = await listTransactions(client)
  const until = performance.now() + COMMIT_WITHIN_MS
  // oxlint-disable no-await-in-loop -- one look after the other
  while (performance.now() < until) {
    const left = new Set(await listTransactions(client))
    if (!running.some((id) => left.has(id))) return
    await sleep(COMMIT_CHECKED_EVERY_MS)
  }
  // oxlint-enable no-await-in-loop
}

/** Ids of the transactions that write: each locks its own until its changes are visible or undone. */
async function listTransactions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select transactionid::text as id from pg_locks where locktype = 'transactionid' and mode = 'ExclusiveLock'`,
  )
  return rows.map(({ id }) => id)
}

/** Merges two readings into ranges: a table that is written to meanwhile has a lowest and a highest count. */
export const between = (
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): Record<string, Range> =>
  Object.fromEntries(
    Object.keys(before).map((name): [string, Range] => {
      const [a, b] = [before[name] ?? 0, after[name] ?? before[name] ?? 0]
      return [name, [Math.min(a, b), Math.max(a, b)]]
    }),
  )
