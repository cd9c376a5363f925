import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../tests/support/database.ts'
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
