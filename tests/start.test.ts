import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, createEmptyDatabase } from './support/database.ts'
import { exitOf, spawnApp, startApp, waitFor } from './support/server.ts'
import { freePort } from '../scripts/free-port.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lounge-start-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

describe('a server with embedded PostgreSQL', () => {
  test('fills it, names its owner once, survives kill -9 and loses nothing', async () => {
    const env = { DATA_DIR: join(directory, 'own') }
    const first = await startApp({ env })
    expect(first.output()).toMatch(/Database +embedded PostgreSQL 18 in /)
    expect(first.output()).toMatch(/Owner +owner@/)
    expect(first.output()).toMatch(/Password +[\w-]{16} /)
    expect((await first.get('/menu')).status).toBe(200)
    first.child.kill('SIGKILL')
    await exitOf(first.child)

    // `npm run test:faults` measures the recovery time, with servers killed one after the other.
    const second = await startApp({ env })
    expect(second.output()).not.toContain('Password')
    expect(await (await second.get('/menu')).text()).toContain('Jollof Arancini')
    expect(await second.stop()).toBe(0)
    expect(spawnSync('pgrep', ['-f', join(directory, 'own')]).stdout.toString()).toBe('')
  })

  test('starts it again when it dies', async () => {
    const app = await startApp({ env: { DATA_DIR: join(directory, 'dies'), LOG_LEVEL: 'silent' } })
    expect((await app.get('/events?q=x')).status).toBe(200)
    const { stdout } = spawnSync('head', ['-1', join(directory, 'dies/postgres/postmaster.pid')])
    process.kill(Number(stdout.toString()), 'SIGKILL')
    await waitFor(async () => (await app.get('/events?q=x')).status === 503, 5000).catch(() => undefined)
    await waitFor(async () => (await app.get('/events?q=x')).status === 200)
    expect(await app.stop()).toBe(0)
  })
})

test('a server listens once its first pages are cached', async () => {
  const { url } = await cloneDatabase()
  const app = await startApp({ env: { DATABASE_URL: url, LOG_LEVEL: 'info' } })
  for (const path of ['/', '/menu', '/gallery', '/events', '/reservations'])
    // oxlint-disable-next-line no-await-in-loop -- the first request for each
    expect((await app.get(path)).status).toBe(200)
  const answers = () =>
    app.output().match(/"path":"\/(menu|gallery|events|reservations)?","status":200.*/g) ?? []
  await waitFor(() => answers().length === 5, 5000)
  for (const line of answers()) expect(line).toContain('"pageCache":true')
  expect(await app.stop()).toBe(0)
})

describe('a configuration mistake is reported in one line', () => {
  const failing = async (env: Record<string, string>): Promise<string> => {
    const { child, output } = spawnApp(env)
    expect(await exitOf(child)).toBe(1)
    expect(output().trim().split('\n').length).toBeLessThanOrEqual(3)
    expect(output()).not.toContain('    at ')
    return output()
  }

  test('a port in use', async () => {
    const port = await freePort()
    const other = createServer().listen(port, '0.0.0.0')
    const { url } = await cloneDatabase()
    expect(await failing({ PORT: String(port), DATABASE_URL: url })).toMatch(
      new RegExp(`PORT=${port}: is already in use; stop what listens there, or set another port`),
    )
    other.close()
  })

  test('a database that cannot be reached', async () => {
    const port = await freePort()
    const url = `postgres://unknown:x@127.0.0.1:${port}/none`
    expect(await failing({ DATABASE_URL: url })).toMatch(
      /DATABASE_URL=postgres:\/\/unknown:\*\*\*@.*: the database cannot be reached /,
    )
  })

  test('a database that does not exist, and a password that is wrong', async () => {
    const url = new URL(await createEmptyDatabase())
    const wrong = new URL(url)
    wrong.password = 'wrong'
    expect(await failing({ DATABASE_URL: wrong.href })).toMatch(/refuses this user or password/)
    url.pathname = '/lounge_no_such'
    expect(await failing({ DATABASE_URL: url.href })).toMatch(/does not exist: create it/)
  })

  test('a data directory that cannot be made, or not written to', async () => {
    const file = join(directory, 'a-file')
    await writeFile(file, '')
    const told = /DATA_DIR=.*: cannot be written to .*set another directory/
    expect(await failing({ DATA_DIR: join(file, 'data') })).toMatch(told)
    if (process.getuid?.() === 0) return
    await chmod(file, 0o400)
    expect(await failing({ DATA_DIR: file })).toMatch(told)
  })

  test('an embedded database that cannot start, without waiting for the worker that needs it', async () => {
    const dataDir = join(directory, 'older')
    await mkdir(join(dataDir, 'postgres'), { recursive: true })
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '17\n')
    // Root may not own a database, which is another reason.
    expect(await failing({ DATA_DIR: dataDir })).toMatch(/was written by PostgreSQL 17|belongs to root/)
  }, 10_000)

  test('settings that cannot be', async () => {
    const told = await failing({ PORT: 'eighty', LOG_LEVEL: 'loud' })
    expect(told).toContain('PORT=eighty: must be a whole number')
    expect(told).toContain('LOG_LEVEL=loud')
  })
})
