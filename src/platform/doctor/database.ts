import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import { assertWritable, type Db } from '../db/db.ts'
import { readQueue } from '../jobs/jobs.ts'
import { fail, type CheckResult, reasonOf, warn, pass } from './check-result.ts'
import { inTransaction } from '#platform/db/db.ts'

const OLDEST_MAJOR = 15
const SKEW_MS = 1000
const FAR_SKEW_MS = 30_000
const LATE_S = 60
const FAR_TOO_LATE_S = 900

type Facts = { readonly version: string; readonly number: number; readonly now: Date; readonly room: number }

/** Checks the database: connection, version, schema, clock, connection limit and job queue. */
export async function checkDatabaseServer(
  db: Db,
  { kind, migrations, connections }: { kind: string; migrations: string; connections: number },
): Promise<CheckResult[]> {
  const asked = Date.now()
  let facts: Facts | undefined
  try {
    const { rows } = await sql<Facts>`
      select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as number,
        clock_timestamp() as now,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as room`.execute(
      db,
    )
    facts = rows[0]
  } catch (error) {
    return [
      fail('Database', {
        message: `${kind} does not answer (${reasonOf(error)})`,
        advice: 'Check that it runs and that DATABASE_URL is right.',
      }),
    ]
  }
  if (!facts) return []
  const skewMs = facts.now.getTime() - (asked + Date.now()) / 2
  return [
    checkVersion(kind, facts),
    checkClock(skewMs),
    checkRoom(facts.room, connections),
    ...(await checkSchema(db, migrations)),
  ]
}

const checkVersion = (kind: string, { version, number }: Facts): CheckResult =>
  number < OLDEST_MAJOR
    ? fail('Database', {
        message: `${kind}: PostgreSQL ${version} is too old`,
        advice: `Upgrade it to ${OLDEST_MAJOR} or newer.`,
      })
    : pass('Database', `${kind}, PostgreSQL ${version}`)

export function checkClock(skewMs: number): CheckResult {
  const seconds = `${(Math.abs(skewMs) / 1000).toFixed(1)} s`
  const trouble = {
    message: `this machine and the database differ by ${seconds}`,
    advice: 'Let both keep time by NTP: holds and sign-ins end by the clock.',
  }
  if (Math.abs(skewMs) > FAR_SKEW_MS) return fail('Clock', trouble)
  return Math.abs(skewMs) > SKEW_MS
    ? warn('Clock', trouble)
    : pass('Clock', `the database agrees within ${seconds}`)
}

export const checkRoom = (room: number, wanted: number): CheckResult =>
  wanted > room
    ? warn('Connections', {
        message: `the processes here may ask for ${wanted} connections, and the database has ${room}`,
        advice: 'Lower DATABASE_POOL_SIZE or WEB_CONCURRENCY, or raise max_connections.',
      })
    : pass('Connections', `${wanted} at most of ${room}`)

/** Inserts a row and rolls back. Through a pooler, also checks that the statement timeout is set. */
export async function checkWrites(db: Db, { isPooled }: Pick<Config, 'isPooled'>): Promise<CheckResult> {
  const undone = new Error('undone')
  try {
    await assertWritable(db)
    await inTransaction(db, async (trx) => {
      await sql`insert into schema_migrations (name, checksum) values ('doctor', '')`.execute(trx)
      throw undone
    })
  } catch (error) {
    if (error !== undone)
      return fail('Writing', {
        message: `the database refuses a write (${reasonOf(error)})`,
        advice: 'Is it a standby, read-only, or its disk full? DATABASE_URL must lead to the primary.',
      })
  }
  const limit = isPooled
    ? await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db)
    : null
  if (limit?.rows[0]?.limit === '0')
    return warn('Writing', {
      message: 'through the pooler, a statement outside a transaction has no time limit',
      advice: "Add connect_query = 'set statement_timeout = 8000' to the database in pgbouncer.ini.",
    })
  return pass('Writing', 'a row was written and taken back')
}

async function checkSchema(db: Db, migrations: string): Promise<CheckResult[]> {
  const { rows } = await sql<{ landed: boolean; queue: boolean }>`
    select to_regclass('schema_migrations') is not null as landed, to_regclass('graphile_worker.jobs') is not null as queue`.execute(
    db,
  )
  const names = (await readdir(migrations)).filter((name) => name.endsWith('.sql'))
  const landed = rows[0]?.landed
    ? (await sql<{ name: string }>`select name from schema_migrations`.execute(db)).rows.map(
        ({ name }) => name,
      )
    : []
  const pending = names.filter((name) => !landed.includes(name))
  const unknown = landed.filter((name) => !names.includes(name))
  const schema =
    pending.length > 0
      ? warn('Schema', {
          message: `${pending.length} migrations have not run yet`,
          advice: 'They run when the server is started; nothing else is to be done.',
        })
      : unknown.length > 0
        ? warn('Schema', {
            message: `the database is ahead of this version by ${unknown.join(', ')}`,
            advice: 'Deploy the newer version here too. The older one goes on serving meanwhile.',
          })
        : pass('Schema', `all ${landed.length} migrations have run`)
  return rows[0]?.queue ? [schema, ...checkQueue(await readQueue(db))] : [schema]
}

type Queue = Awaited<ReturnType<typeof readQueue>>

export function checkQueue(queue: Queue): CheckResult[] {
  const lagSeconds = Math.max(0, ...queue.map((it) => it.lagSeconds))
  const message = `the oldest job that is due has waited ${Math.round(lagSeconds)} s`
  const advice = 'Is a server running? Its log says why jobs fail or wait.'
  const lag =
    lagSeconds > FAR_TOO_LATE_S
      ? fail('Job queue', { message, advice })
      : lagSeconds > LATE_S
        ? warn('Job queue', { message, advice })
        : pass('Job queue', message)
  const failed = queue.filter((it) => it.failed > 0).map((it) => `${it.failed} × ${it.task}`)
  return failed.length === 0
    ? [lag, pass('Failed jobs', 'none')]
    : [
        lag,
        warn('Failed jobs', {
          message: `failed for good: ${failed.join(', ')}`,
          advice:
            'See docs/operating.md, "jobs have failed for good": find the cause in the log, then let them run again.',
        }),
      ]
}
