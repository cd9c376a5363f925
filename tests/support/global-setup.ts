import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { seedEmptyDatabase } from '../../db/seed/fill.ts'
import { openDatabase } from '#platform/db/db.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts'
import { migrate } from '#platform/db/migrate.ts'
import { createDiskStorage, type Storage } from '#platform/storage/storage.ts'
import { withSmallPictures } from './small-pictures.ts'
import { FRIDAY_TEMPLATE, TODAY_TEMPLATE } from './templates.ts'

/** The date of the seed of most tests: a Friday, three hours before its night opens. */
const SEEDED_AT = '2026-11-21T00:00:00Z'

/**
 * One PostgreSQL for the whole run, with two migrated and seeded template databases that test files clone: one seeded
 * on a fixed Friday, one today for servers on the real clock. With TEST_DATABASE_URL set, that server is used; its user
 * must be allowed to create databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'lounge-test-'))
  const given = process.env['TEST_DATABASE_URL']
  const embedded = given
    ? null
    : await startEmbeddedPostgres({
        dataDir: join(directory, 'postgres'),
        // Test data needs no durability.
        settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
      })
  const server = given ?? urlOf(embedded?.connection)
  const storage = withSmallPictures(createDiskStorage(directory))
  await makeTemplate(server, storage, { name: FRIDAY_TEMPLATE, now: new Date(SEEDED_AT) })
  await makeTemplate(server, storage, { name: TODAY_TEMPLATE, now: new Date() })
  project.provide('databaseServer', server)
  project.provide('dataDir', directory)
  return async () => {
    await embedded?.stop()
    // A server that was just killed may still be writing an image.
    await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

/** A starved machine may need long to open a connection, for a test as for the server under test. */
function urlOf(
  connection: { host: string; port: number; user: string; password: string } | undefined,
): string {
  if (!connection) throw new Error('no server was started')
  const { host, port, user, password } = connection
  return `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/postgres?host=${encodeURIComponent(host)}&connect_timeout=20`
}

const withName = (server: string, name: string): string => {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

type Template = { readonly name: string; readonly now: Date }

async function makeTemplate(server: string, storage: Storage, { name, now }: Template): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`drop database if exists ${name} with (force)`)
  await client.query(`create database ${name}`)
  await client.end()
  const url = withName(server, name)
  await migrate(url, 'db/migrations')
  const database = openDatabase(url)
  await seedEmptyDatabase({ db: database.db, storage, now }, 'db/seed')
  await database.close()
}

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: string
    dataDir: string
  }
}
