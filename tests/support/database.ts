import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#platform/db/db.ts'
import { FRIDAY_TEMPLATE } from './templates.ts'
import { whenDone } from './tidy-up.ts'

export type TestDatabase = Database & { readonly url: string }

/** A migrated and seeded database for this test file. It is dropped when the file is done. */
export async function cloneDatabase(template = FRIDAY_TEMPLATE): Promise<TestDatabase> {
  const server = inject('databaseServer')
  const name = `lounge_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = openDatabase(url.href, { max: 5, onLost: () => undefined })
  whenDone(async () => {
    await database.close()
    await onServer(server, `drop database if exists ${name} with (force)`)
  })
  return { ...database, url: url.href }
}

/** An empty database for this test file. */
export async function createEmptyDatabase(): Promise<string> {
  const server = inject('databaseServer')
  const name = `lounge_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name}`)
  whenDone(() => onServer(server, `drop database if exists ${name} with (force)`))
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Cuts the database off from everybody, like a failure of its server, or lets everybody in again. */
export async function allowConnections({ url }: TestDatabase, isAllowed: boolean): Promise<void> {
  const server = inject('databaseServer')
  const name = new URL(url).pathname.slice(1)
  await onServer(server, `alter database ${name} allow_connections ${isAllowed}`)
  if (!isAllowed)
    await onServer(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
}

/** Runs one statement on the database server's own database. */
export async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
