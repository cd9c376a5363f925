import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../tests/support/database.ts'
import { createLog } from '../observability/log.ts'
import { migrate } from './migrate.ts'
import { MigrationError } from './migration-error.ts'

describe('migrating', () => {
  let directory: string

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'lounge-migrations-'))
    await cp('db/migrations', directory, { recursive: true })
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  test('applies each file once, in order', async () => {
    const url = await createEmptyDatabase()
    const first = await migrate(url, directory)
    expect(first[0]).toBe('0001_ground.sql')
    expect(first).toEqual(first.toSorted())
    expect(await migrate(url, directory)).toEqual([])
  })

  test('by several processes at once is done by one of them', async () => {
    const url = await createEmptyDatabase()
    const applied = await Promise.all([
      migrate(url, directory),
      migrate(url, directory),
      migrate(url, directory),
    ])
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
  })

  test('refuses a file that was edited after it landed', async () => {
    const url = await createEmptyDatabase()
    await writeFile(join(directory, '9000_late.sql'), 'create table late (id int);')
    await migrate(url, directory)
    await writeFile(join(directory, '9000_late.sql'), 'create table late (id bigint);')
    await expect(migrate(url, directory)).rejects.toThrow(/9000_late.sql was edited after it landed/)
    await rm(join(directory, '9000_late.sql'))
  })

  test('leaves nothing of a file that fails half-way, and names it', async () => {
    const url = await createEmptyDatabase()
    await writeFile(join(directory, '9001_broken.sql'), 'create table half (id int); select nonsense;')
    await expect(migrate(url, directory)).rejects.toThrow(MigrationError)
    await expect(migrate(url, directory)).rejects.toThrow(/^9001_broken.sql: /)
    const client = new pg.Client(url)
    await client.connect()
    const { rows } = await client.query(`select to_regclass('half') as half`)
    await client.end()
    expect(rows).toEqual([{ half: null }])
    await rm(join(directory, '9001_broken.sql'))
  })
})

describe('a migration that needs a lock', () => {
  const LIMITS = { lockTimeoutMs: 300, pauseMs: 100, giveUpAfterMs: 60_000 }
  let directory: string
  let url: string
  let dump: pg.Client
  let serving: pg.Client

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'lounge-migrations-'))
    url = await createEmptyDatabase()
    ;[dump, serving] = [new pg.Client(url), new pg.Client(url)]
    await Promise.all([dump.connect(), serving.connect()])
    await serving.query("set statement_timeout = '8s'")
    await serving.query('create table parties (id int)')
  })
  afterEach(async () => {
    await Promise.all([dump.end(), serving.end()])
    await rm(directory, { recursive: true, force: true })
  })

  /** Holds a lock on a table as pg_dump does, until the transaction ends. */
  const dumpTable = async (table: string) => {
    await dump.query('begin')
    await dump.query(`lock table ${table} in access share mode`)
  }
  /** Waits until another session waits for an exclusive lock on the table. */
  const waitForAlter = (table: string) =>
    expect
      .poll(
        async () =>
          (
            await dump.query(
              `select from pg_locks where relation = $1::regclass and mode = 'AccessExclusiveLock' and not granted`,
              [table],
            )
          ).rowCount,
        { interval: 10 },
      )
      .toBe(1)
  const columnsOf = async (table: string) => {
    const { rows } = await serving.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 order by attnum`,
      [table],
    )
    return rows.map(({ name }) => name)
  }
  const recordLog = () => {
    const lines: Record<string, unknown>[] = []
    return { lines, log: createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }) }
  }

  test('lets the version that serves go on while a dump runs, and is applied after it', async () => {
    await writeFile(join(directory, '0001_size.sql'), 'alter table parties add column size int;')
    await dumpTable('parties')
    const { lines, log } = recordLog()
    const migrated = migrate(url, directory, { log, limits: LIMITS })
    await waitForAlter('parties')
    expect((await serving.query('insert into parties values (1)')).rowCount).toBe(1)
    await expect.poll(() => lines.length).toBeGreaterThan(1)
    expect(await columnsOf('parties')).toEqual(['id'])
    await dump.query('commit')
    expect(await migrated).toEqual(['0001_size.sql'])
    expect(await columnsOf('parties')).toEqual(['id', 'size'])
    expect(lines[0]).toMatchObject({
      level: 'warn',
      event: 'db.migration_waiting',
      name: '0001_size.sql',
      ms: expect.any(Number),
    })
  })

  test('of the job queue does so, too', async () => {
    // Tables of the queue as they were before it knew which migrations are breaking.
    await serving.query(`create schema graphile_worker
      create table migrations (id int primary key, ts timestamptz default now() not null)`)
    await dumpTable('graphile_worker.migrations')
    const { lines, log } = recordLog()
    const migrated = migrate(url, directory, { log, limits: LIMITS })
    await waitForAlter('graphile_worker.migrations')
    expect((await serving.query('select from graphile_worker.migrations')).rowCount).toBe(0)
    await expect.poll(() => lines.length).toBeGreaterThan(0)
    await dump.query('commit')
    await migrated
    expect(lines[0]).toMatchObject({ event: 'db.migration_waiting', name: 'graphile_worker' })
  })

  test('that it does not get for minutes fails, says why and leaves nothing', async () => {
    const sql = 'create table half (id int); alter table parties add column size int;'
    await writeFile(join(directory, '0001_size.sql'), sql)
    await dumpTable('parties')
    const migrated = migrate(url, directory, { limits: { ...LIMITS, giveUpAfterMs: 500 } })
    const message = /^0001_size\.sql: for \d+ s another session held a lock that the migration needs/
    await expect(migrated).rejects.toThrow(message)
    await expect(migrated).rejects.toThrow(MigrationError)
    const { rows } = await serving.query(`select to_regclass('half') as half`)
    expect(rows).toEqual([{ half: null }])
    await dump.query('commit')
    expect(await migrate(url, directory)).toEqual(['0001_size.sql'])
  })
})
