import { type ChildProcess, spawn } from 'node:child_process'
import { pipeline } from 'node:stream/promises'
import type { Connection } from '#platform/db/connections/connections.ts'
import { libpqUrl } from '#platform/config/settings/database-url.ts'
import { BackupError } from '../error.ts'
import { withClient } from '../facts.ts'

type Client = { readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv }

/**
 * Connection arguments for PostgreSQL's programs. The password goes into the environment, because other users can read
 * the arguments of a process.
 */
export function clientFor(connection: Connection): Client {
  if (typeof connection === 'string') {
    const { address, password } = libpqUrl(connection)
    return {
      args: [`--dbname=${address}`],
      env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) },
    }
  }
  const { host, port, user, password, database } = connection
  const given = { PGHOST: host, PGPORT: port, PGUSER: user, PGPASSWORD: password, PGDATABASE: database }
  const known = Object.entries(given).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
  )
  return { args: [], env: { ...process.env, ...Object.fromEntries(known), PGSSLMODE: 'disable' } }
}

type Program = 'pg_dump' | 'pg_restore' | 'psql'
type Stdio = readonly ['ignore' | 'pipe', 'ignore' | 'pipe']

type Start = {
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly stdio: Stdio
}

function start(program: Program, { args, env, stdio }: Start) {
  const child = spawn(program, args, { env, stdio: [...stdio, 'pipe'] })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)))
  return { child, ended: endOf(child, program, () => said.trim()) }
}

async function endOf(child: ChildProcess, program: Program, said: () => string): Promise<void> {
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new BackupError(
        `${program} is not on the PATH: install the client programs of PostgreSQL, of the server's version or newer (on Debian: apt-get install postgresql-client).`,
      )
    throw error
  })
  if (code === 0) return
  if (said().includes('server version mismatch'))
    throw new BackupError(
      `This ${program} is older than the server: install the client programs of the server's version or newer.\n${said()}`,
    )
  throw new BackupError(`${program} failed:\n${said()}`)
}

/** Dumps the whole database from an exported snapshot into a file, without blocking requests. */
export function dumpDatabase(connection: Connection, snapshot: string, file: string): Promise<void> {
  const { args, env } = clientFor(connection)
  const what = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`]
  return start('pg_dump', {
    args: [...args, ...what, `--file=${file}`, '--no-password'],
    env,
    stdio: ['ignore', 'ignore'],
  }).ended
}

const EMPTY =
  'drop schema if exists graphile_worker cascade; drop schema if exists public cascade; create schema public;'

/**
 * Replaces the contents of a database by a dump, in one transaction: after an error, such as a full disk, the old
 * contents are unchanged.
 */
export async function restoreDump(connection: Connection, file: string): Promise<void> {
  const { args, env } = clientFor(connection)
  const from = start('pg_restore', {
    args: ['--no-owner', '--no-privileges', '--file=-', file],
    env,
    stdio: ['ignore', 'pipe'],
  })
  const quiet = ['--no-psqlrc', '--quiet', '--no-password', '--set=ON_ERROR_STOP=1', '--single-transaction']
  const to = start('psql', {
    args: [...args, ...quiet, `--command=${EMPTY}`, '--file=-'],
    env,
    stdio: ['pipe', 'ignore'],
  })
  const { stdin } = to.child
  const { stdout } = from.child
  // A program that exits early breaks the pipe. Its own error message is more useful than EPIPE.
  const piped = stdin && stdout ? pipeline(stdout, stdin, { end: false }).catch(() => undefined) : undefined
  const read = from.ended.then(
    async () => {
      await piped
      stdin?.end()
    },
    (error: unknown) => {
      // At the end of its input, psql would commit the part received so far.
      to.child.kill('SIGKILL')
      throw error
    },
  )
  const [fromEnd, toEnd] = await Promise.allSettled([read, to.ended])
  const wasKilled = to.child.signalCode === 'SIGKILL'
  if (toEnd.status === 'rejected' && !wasKilled) throw toEnd.reason
  if (fromEnd.status === 'rejected') throw fromEnd.reason
}

/** Whether the database contains our tables. */
export const isFilled = (connection: Connection): Promise<boolean> =>
  withClient(connection, async (client) => {
    const { rows } = await client.query(
      `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') limit 1`,
    )
    return rows.length > 0
  })

/** Number of other connections to the database. */
export const countOthers = (connection: Connection): Promise<number> =>
  withClient(connection, async (client) => {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()
         and coalesce(backend_type, 'client backend') = 'client backend'`,
    )
    return Number(rows[0]?.count ?? 0)
  })
