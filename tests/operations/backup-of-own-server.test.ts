import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { seedEmptyDatabase } from '../../db/seed/fill.ts'
import { openDatabase } from '#platform/db/db.ts'
import { migrateJobs } from '#platform/jobs/jobs.ts'
import { migrate } from '#platform/db/migrate.ts'
import { createDiskStorage } from '#platform/storage/storage.ts'
import { freePort } from '../../scripts/free-port.ts'
import { waitFor } from '../support/server.ts'
import { checksums, run, temporaryDirectory } from './operator.ts'
import { describeWith, runTool, startServer } from './servers.ts'

async function withClient<Value>(url: string, use: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

describeWith(['postgres', 'initdb', 'psql'], 'a backup of a PostgreSQL server of your own', () => {
  let directory: string
  let port: number
  let url: string
  const urlOf = (name: string): string => `postgres://postgres@127.0.0.1:${port}/${name}`
  beforeAll(async () => {
    directory = await temporaryDirectory()
    port = await freePort()
    await startServer('postgres', { port, config: '' })
    url = urlOf('lounge')
    await waitFor(() => withClient(urlOf('postgres'), () => Promise.resolve(true)).catch(() => false))
    await withClient(urlOf('postgres'), async (client) => {
      for (const name of ['lounge', 'beside'])
        // oxlint-disable-next-line no-await-in-loop -- one connection
        await client.query(`create database ${name}`)
    })
    await migrate(url, 'db/migrations')
    await migrateJobs(url)
    const database = openDatabase(url)
    await seedEmptyDatabase(
      { db: database.db, storage: createDiskStorage(join(directory, 'data')), now: new Date() },
      'db/seed',
    )
    await database.close()
  })

  test('is restored beside it, drilled, and never put over a database in use', async () => {
    const env = { DATABASE_URL: url, DATA_DIR: join(directory, 'data') }
    const file = join(directory, 'dump.tar.gz')
    const made = await run('src/cli/backup.ts', [file], env)
    expect(made.said).toContain('Backed up to')
    const before = await withClient(url, checksums)

    const beside = await run('src/cli/restore.ts', [file, '--to', urlOf('beside')], env)
    expect(beside.said).toContain('into      beside')
    expect(await withClient(urlOf('beside'), checksums)).toEqual(before)

    const filled = await run('src/cli/restore.ts', [file], env)
    expect(filled).toMatchObject({ code: 1, said: expect.stringContaining('The database is not empty') })
    await withClient(url, async () => {
      const used = await run('src/cli/restore.ts', [file, '--force'], env)
      expect(used).toMatchObject({ code: 1, said: expect.stringContaining('in use by 1 other connection') })
    })
    expect(await withClient(url, checksums)).toEqual(before)

    await withClient(url, (client) => client.query(`update venue set name = 'Changed'`))
    expect(await run('src/cli/restore.ts', [file, '--force'], env)).toMatchObject({ code: 0 })
    expect(await withClient(url, checksums)).toEqual(before)

    const drilled = await run('src/cli/restore.ts', ['--drill', file], env)
    expect(drilled.said).toContain('The backup is good')
    expect(drilled.code).toBe(0)
  })

  test('that fails half way leaves the old database as it was', async () => {
    const env = { DATABASE_URL: url, DATA_DIR: join(directory, 'data') }
    const file = join(directory, 'half.tar.gz')
    await run('src/cli/backup.ts', [file], env)
    const before = await withClient(url, checksums)
    // A pg_restore that is killed after it has restored most of the data.
    const bin = join(directory, 'bin')
    await mkdir(bin)
    const real = runTool('psql', ['--version']).status === 0 ? '/usr/lib/postgresql/15/bin/pg_restore' : ''
    await writeFile(join(bin, 'pg_restore'), `#!/bin/sh\n${real} "$@" | head -c 200000\nexit 1\n`, {
      mode: 0o755,
    })
    const failed = await run('src/cli/restore.ts', [file, '--force'], {
      ...env,
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    })
    expect(failed).toMatchObject({ code: 1, said: expect.stringContaining('pg_restore failed') })
    expect(await withClient(url, checksums)).toEqual(before)
  })

  test('needs the programs of PostgreSQL, says so, and leaves no half file', async () => {
    const target = join(directory, 'without')
    await mkdir(target)
    const { code, said } = await run('src/cli/backup.ts', [`${target}/`], {
      DATABASE_URL: url,
      DATA_DIR: join(directory, 'data'),
      PATH: '/nowhere',
    })
    expect(said).toContain('pg_dump is not on the PATH: install the client programs of PostgreSQL')
    expect(code).toBe(1)
    expect(await readdir(target)).toEqual([])
  })
})
