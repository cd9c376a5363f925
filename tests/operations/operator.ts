import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'
import { seedEmptyDatabase } from '../../db/seed/fill.ts'
import { openDatabase } from '#platform/db/db.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts'
import { migrateJobs } from '#platform/jobs/jobs.ts'
import { migrate } from '#platform/db/migrate.ts'
import { createDiskStorage } from '#platform/storage/storage.ts'
import { exitOf } from '../support/server.ts'

type Env = Readonly<Record<string, string>>

/** Runs an operator command to its end. */
export async function run(script: string, args: readonly string[], env: Env) {
  const child = spawn('node_modules/node/bin/node', [script, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { code: await exitOf(child), said }
}

const directories: string[] = []
afterAll(() =>
  Promise.all(
    directories.map((it) => rm(it, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })),
  ),
)

/** A directory that is removed when the test file is done. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'lounge-operations-'))
  directories.push(directory)
  return directory
}

/** Uses the embedded database of a data directory; starts it unless it runs. */
export async function withDatabase<Value>(
  dataDir: string,
  use: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') })
  const client = new pg.Client({ ...server.connection, ssl: false })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
    await server.stop()
  }
}

/** Fills a data directory like the first start of the server, with an uploaded image. */
export async function fillDataDirectory(dataDir: string): Promise<void> {
  await mkdir(join(dataDir, 'admin-uploads/ab'), { recursive: true })
  await writeFile(join(dataDir, 'admin-uploads/ab/sent-by-staff.jpg'), 'a picture')
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') })
  const connection = { ...server.connection, ssl: false }
  await migrate(connection, 'db/migrations')
  await migrateJobs(connection)
  const database = openDatabase(connection)
  await seedEmptyDatabase(
    { db: database.db, storage: createDiskStorage(dataDir), now: new Date() },
    'db/seed',
  )
  await database.close()
  await server.stop()
}

/** A checksum of every table. */
export async function checksums(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const sums: Record<string, string> = {}
  for (const { name } of rows) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const { rows: found } = await client.query<{ sum: string }>(
      `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${name} t`,
    )
    sums[name] = found[0]?.sum ?? ''
  }
  return sums
}

/** A filled data directory in a temporary directory, and a key pair for its backups. */
export async function prepareBackups() {
  const directory = await temporaryDirectory()
  const dataDir = join(directory, 'data')
  const keyFile = join(directory, 'restore.key')
  await fillDataDirectory(dataDir)
  const made = await run('src/cli/backup.ts', ['--new-key', keyFile], {})
  const publicKey = /BACKUP_PUBLIC_KEY=(age1\w+)/.exec(made.said)?.[1] ?? ''
  return { directory, dataDir, keyFile, publicKey }
}
