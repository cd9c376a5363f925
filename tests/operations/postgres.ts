import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'
import { seedEmptyDatabase } from '../../db/seed/fill.ts'
import { freePort } from '../../scripts/free-port.ts'
import { openDatabase } from '#platform/db/db.ts'
import { migrate } from '#platform/db/migrate.ts'
import { createDiskStorage } from '#platform/storage/storage.ts'
import { freeTables } from '../faults/acknowledged.ts'
import { onServer } from '../support/database.ts'
import { exitOf, type RunningApp, waitFor } from '../support/server.ts'
import { type RunningServer, runTool, startServer } from './servers.ts'

const NOBODY = 65_534

export type Postgres = Pick<RunningServer, 'port' | 'directory' | 'stop' | 'output'> & {
  /** The address of the venue's database. */
  readonly url: string
  /** Runs statements without any connection pooler. */
  readonly query: (text: string, values?: readonly unknown[]) => Promise<pg.QueryResult>
  readonly pool: pg.Pool
}

const pools: pg.Pool[] = []
const cleanUps: (() => Promise<void>)[] = []
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end().catch(() => undefined)))
  await Promise.all(cleanUps.map((cleanUp) => cleanUp()))
})

function connectTo(port: number): Pick<Postgres, 'url' | 'query' | 'pool'> {
  const url = `postgres://postgres@127.0.0.1:${port}/lounge`
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on('error', () => undefined)
  pools.push(pool)
  return { url, pool, query: (text, values = []) => pool.query(text, [...values]) }
}

/** A PostgreSQL 15 with a database `lounge`, seeded where wanted. */
export async function startPostgres({
  config = '',
  isFilled = true,
}: {
  readonly config?: string | ((directory: string) => string)
  readonly isFilled?: boolean
} = {}): Promise<Postgres> {
  const server = await startServer('postgres', { port: await freePort(), config })
  const address = `postgres://postgres@127.0.0.1:${server.port}/postgres`
  await onServer(address, 'create database lounge')
  const at = connectTo(server.port)
  if (isFilled) await fill(at.url)
  return { ...server, ...at }
}

async function fill(url: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'lounge-fill-'))
  await migrate(url, 'db/migrations')
  const database = openDatabase(url)
  await seedEmptyDatabase(
    { db: database.db, storage: createDiskStorage(directory), now: new Date() },
    'db/seed',
  )
  await database.close()
  rmSync(directory, { recursive: true, force: true })
}

/** A streaming standby of a server, made by pg_basebackup. */
export async function startStandby(primary: Postgres, config = ''): Promise<Postgres> {
  const directory = mkdtempSync(join(tmpdir(), 'lounge-standby-'))
  const data = join(directory, 'data')
  const copied = runTool('pg_basebackup', [
    '-h',
    '127.0.0.1',
    '-p',
    String(primary.port),
    '-U',
    'postgres',
    '-D',
    data,
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
    '--no-sync',
  ])
  if (copied.status !== 0) throw new Error(`pg_basebackup failed:\n${copied.stderr}`)
  writeFileSync(join(directory, 'more.conf'), config)
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  if ('uid' in user) spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, directory])
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', 'fsync=off'].flatMap((it) => ['-c', it])
  const program = '/usr/lib/postgresql/15/bin/postgres'
  const child = spawn(program, ['-D', data, '-p', String(port), '-k', directory, ...settings], {
    ...user,
    cwd: directory,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let printed = ''
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const stop = async (signal: NodeJS.Signals = 'SIGQUIT'): Promise<void> => {
    child.kill(signal)
    await exitOf(child)
  }
  cleanUps.push(async () => {
    await stop()
    rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  })
  const at = connectTo(port)
  await waitFor(
    () =>
      at
        .query('select 1')
        .then(() => true)
        .catch(() => false),
    30_000,
  )
  return { ...at, port, directory, stop, output: () => printed }
}

/** PgBouncer in front of a server. */
export async function startPgBouncer(
  { port: behind }: Pick<Postgres, 'port'>,
  { mode, size }: { readonly mode: 'session' | 'transaction'; readonly size: number },
): Promise<{ readonly url: string; readonly output: () => string }> {
  const port = await freePort()
  const { output } = await startServer('pgbouncer', {
    port,
    config: `[databases]
lounge = host=127.0.0.1 port=${behind} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 500
`,
  })
  return { url: `postgres://postgres@127.0.0.1:${port}/lounge`, output }
}

/** Sends hold requests as guests do, each from an address of their own. */
export async function holdTables(
  server: Pick<RunningApp, 'origin'>,
  pool: pg.Pool,
  count: number,
): Promise<Response[]> {
  const wanted = (await freeTables(pool)).slice(0, count)
  return Promise.all(
    wanted.map((ask, index) =>
      fetch(`${server.origin}/holds`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Forwarded-For': `10.${Math.floor(Math.random() * 250)}.${index}.7`,
        },
        body: JSON.stringify(ask),
      }),
    ),
  )
}
