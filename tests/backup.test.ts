import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts'
import { cloneDatabase } from './support/database.ts'
import { exitOf, startHouse } from './support/house.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lounge-backup-'))
})
afterAll(() => rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))

type Env = Readonly<Record<string, string>>

/** Runs a command of the operator to its end. */
async function run(script: string, args: readonly string[], env: Env) {
  const child = spawn('node_modules/node/bin/node', [script, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { code: await exitOf(child), said }
}

async function withDatabase<Value>(
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

/** A table that is written to while the backup is made, so that it differs by what came too late. */
const BUSY = 'form_counts'

/** One checksum for each table of the house. */
async function checksums(client: pg.Client): Promise<Record<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const sums: Record<string, string> = {}
  for (const { name } of tables) {
    if (name === BUSY) continue
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const { rows } = await client.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as sum from "${name}" t`,
    )
    sums[name] = rows[0]?.sum ?? ''
  }
  return sums
}

describe('a backup', () => {
  test('is made while the house serves, and restores every table and every picture as they were', async () => {
    const dataDir = join(directory, 'own')
    const elsewhere = join(directory, 'elsewhere')
    const target = join(directory, 'backup')
    const house = await startHouse({ env: { DATA_DIR: dataDir, LOG_LEVEL: 'silent' } })
    await mkdir(join(dataDir, 'admin-uploads/ab'), { recursive: true })
    await writeFile(join(dataDir, 'admin-uploads/ab/sent-by-staff.jpg'), 'a picture')
    const before = await withDatabase(dataDir, async (client) => {
      const sums = await checksums(client)
      const over = new AbortController()
      let written = 0
      const busy = async (): Promise<void> => {
        while (!over.signal.aborted) {
          written += 1
          // oxlint-disable no-await-in-loop -- one after the other, as guests come
          await client.query(`insert into ${BUSY} (key, points) values ($1, 1)`, [`during ${written}`])
          expect((await house.get(`/events?q=${written}`)).status).toBe(200)
          // oxlint-enable no-await-in-loop
        }
      }
      const serving = busy()
      const made = await run('src/back-up.ts', [target], { DATA_DIR: dataDir })
      over.abort()
      await serving
      expect(made).toMatchObject({ code: 0 })
      expect(made.said).toMatch(/Backed up to .*\(\d+ files, \d+ MB, with the pictures\)/)
      expect(written).toBeGreaterThan(1)
      await client.query(`update venue set name = 'Changed afterwards'`)
      await client.query('delete from reservation_lines')
      const after = await checksums(client)
      expect(after['venue']).not.toBe(sums['venue'])
      expect(after['reservation_lines']).not.toBe(sums['reservation_lines'])
      return sums
    })
    expect(Object.keys(before).length).toBeGreaterThan(20)

    const running = await run('src/restore.ts', [target, '--force'], { DATA_DIR: dataDir })
    expect(running).toMatchObject({
      code: 1,
      said: expect.stringContaining('is running: stop the server first'),
    })
    expect(await house.stop()).toBe(0)
    const filled = await run('src/restore.ts', [target], { DATA_DIR: dataDir })
    expect(filled).toMatchObject({ code: 1, said: expect.stringMatching(/There is a database in .*--force/) })

    const restored = await run('src/restore.ts', [target], { DATA_DIR: elsewhere })
    expect(restored).toMatchObject({
      code: 0,
      said: expect.stringContaining('Restored what was backed up on'),
    })
    expect(await withDatabase(elsewhere, checksums)).toEqual(before)
    const pictures = async (of: string) =>
      (await readdir(join(of, 'pictures'), { recursive: true })).toSorted()
    expect((await pictures(dataDir)).length).toBeGreaterThan(20)
    expect(await pictures(elsewhere)).toEqual(await pictures(dataDir))
    expect(await readFile(join(elsewhere, 'admin-uploads/ab/sent-by-staff.jpg'), 'utf8')).toBe('a picture')

    const forced = await run('src/restore.ts', [target, '--force'], { DATA_DIR: dataDir })
    expect(forced).toMatchObject({
      code: 0,
      said: expect.stringContaining('The database that was here is in'),
    })
    expect((await withDatabase(dataDir, checksums))['venue']).toBe(before['venue'])

    const damaged = join(target, 'postgres/global/pg_control')
    const bytes = await readFile(damaged)
    bytes[100] = (bytes[100] ?? 0) ^ 1
    await writeFile(damaged, bytes)
    const refused = await run('src/restore.ts', [target], { DATA_DIR: join(directory, 'third') })
    expect(refused).toMatchObject({
      code: 1,
      said: expect.stringContaining('postgres/global/pg_control is not as it was written'),
    })
    expect((await readdir(directory)).includes('third')).toBe(false)
  })

  test('of a database of your own needs the programs of PostgreSQL, and says so', async () => {
    const { url } = await cloneDatabase()
    const target = join(directory, 'dump')
    const { code, said } = await run('src/back-up.ts', [target], {
      DATABASE_URL: url,
      DATA_DIR: directory,
      PATH: '/nowhere',
    })
    expect(code).toBe(1)
    expect(said).toContain('pg_dump is not on the PATH: install the client programs of PostgreSQL')
    expect((await readdir(directory)).filter((name) => name.startsWith('dump'))).toEqual([])
  })
})
