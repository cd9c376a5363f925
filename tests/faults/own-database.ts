import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { seedEmptyDatabase } from '../../db/seed/fill.ts'
import { type Database, openDatabase } from '#platform/db/db.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts'
import { migrate } from '#platform/db/migrate.ts'
import { createDiskStorage } from '#platform/storage/storage.ts'
import { hasDebianPostgres, startDebianPostgres } from './debian-postgres.ts'
import { type Line, openLine } from './line.ts'

export type OwnDatabase = Database & {
  readonly kind: string
  /** The address of the database behind the proxy. */
  readonly url: string
  readonly line: Line
  /** The connection without the proxy. */
  readonly settings: EmbeddedPostgres['connection']
  readonly dataDir: string
  /** Kills the database like a power cut. */
  readonly kill: () => void
  readonly start: () => Promise<void>
  /** Suspends every process of the database, and resumes them. */
  readonly freeze: () => void
  readonly thaw: () => void
}

const closing: (() => Promise<unknown>)[] = []
afterAll(async () => {
  await Promise.all(closing.map((close) => close()))
})

type Server = Pick<EmbeddedPostgres, 'connection' | 'stop'>

/**
 * A seeded, durable PostgreSQL of the test's own behind a TCP proxy. With `debian` it is Debian's PostgreSQL 15 where
 * that is installed; otherwise the embedded one.
 */
export async function startOwnDatabase({ debian = false } = {}): Promise<OwnDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'lounge-fault-'))
  await chmod(directory, 0o755)
  const dataDir = join(directory, 'postgres')
  const isDebian = debian && hasDebianPostgres()
  const launch = (): Promise<Server> =>
    isDebian ? startDebianPostgres(dataDir) : startEmbeddedPostgres({ dataDir })
  let server = await launch()
  const { host, port, user, password } = server.connection
  await migrate(server.connection, 'db/migrations')
  const line = await openLine({ path: join(host, `.s.PGSQL.${port}`) })
  const url = `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${line.port}/postgres`
  // The test's own queries bypass the proxy.
  const database = openDatabase({ ...server.connection, ssl: false }, { max: 3, onLost: () => undefined })
  await seedEmptyDatabase(
    { db: database.db, storage: createDiskStorage(directory), now: new Date() },
    'db/seed',
  )
  const postmaster = (): number =>
    Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
  const signal = (name: 'STOP' | 'CONT'): void => {
    const pid = postmaster()
    const children = spawnSync('pgrep', ['-P', String(pid)])
      .stdout.toString()
      .split('\n')
      .filter(Boolean)
    spawnSync('kill', [`-${name}`, String(pid), ...children])
  }
  closing.push(async () => {
    await database.close()
    await server.stop()
    await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  })
  return {
    ...database,
    kind: isDebian ? "Debian's PostgreSQL 15" : 'embedded PostgreSQL',
    url,
    line,
    settings: server.connection,
    dataDir,
    kill: () => void process.kill(postmaster(), 'SIGKILL'),
    async start() {
      server = await launch()
    },
    freeze: () => signal('STOP'),
    thaw: () => signal('CONT'),
  }
}
