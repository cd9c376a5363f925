/** Writes src/platform/db/db-types.ts anew from the migrations, on a PostgreSQL of its own. `npm run db:types`. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts'
import { migrate } from '#platform/db/migrate.ts'

const directory = await mkdtemp(join(tmpdir(), 'lounge-types-'))
const server = await startEmbeddedPostgres({ dataDir: join(directory, 'postgres') })
try {
  await migrate(server.connection, 'db/migrations')
  const { host, port, user, password } = server.connection
  const url = `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`
  process.exitCode =
    spawnSync('node_modules/.bin/kysely-codegen', ['--url', url], { stdio: 'inherit' }).status ?? 1
} finally {
  await server.stop()
  await rm(directory, { recursive: true, force: true })
}
