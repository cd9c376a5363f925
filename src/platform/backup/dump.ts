import { spawn } from 'node:child_process'
import type pg from 'pg'
import { openClient } from '../connections.ts'
import { fromDatabase } from '../db-errors.ts'
import { libpqUrl } from '../settings/database-url.ts'
import { BackupError } from './manifest.ts'

type Run = { readonly url: string; readonly args: readonly string[] }

/** Runs a program of PostgreSQL on a database. Its password is never among the arguments, where others could read it. */
async function runOn(program: 'pg_dump' | 'pg_restore', { url, args }: Run): Promise<void> {
  const { address, password } = libpqUrl(url)
  const child = spawn(program, [`--dbname=${address}`, ...args], {
    env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)))
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
  if (said.includes('server version mismatch'))
    throw new BackupError(
      `This ${program} is older than the server: install the client programs of the server's version or newer.\n${said.trim()}`,
    )
  throw new BackupError(`${program} failed:\n${said.trim()}`)
}

/** Writes all of a database into one file, as it is at one moment. Guests notice nothing. */
export const dumpDatabase = (url: string, file: string): Promise<void> =>
  runOn('pg_dump', { url, args: ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`] })

/** Fills an empty database from a file: all of it or nothing. */
export const restoreDump = (url: string, file: string): Promise<void> =>
  runOn('pg_restore', {
    url,
    args: ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction', file],
  })

const withClient = async <Value>(url: string, use: (client: pg.Client) => Promise<Value>): Promise<Value> => {
  const client = openClient(url, { queryTimeoutMs: 0, statementTimeoutMs: 0 })
  client.on('error', () => undefined)
  await fromDatabase(client.connect())
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Whether there are tables of ours in a database. */
export const isFilled = (url: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const { rows } = await client.query(
      `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') limit 1`,
    )
    return rows.length > 0
  })

/** Makes a database empty that somebody said may be overwritten. */
export const emptyDatabase = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(
      'drop schema if exists graphile_worker cascade; drop schema if exists public cascade; create schema public',
    )
  })
