import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { seedEmptyDatabase, SEEDING_LOCK } from '../db/seed/fill.ts'
import { venue } from '../db/seed/venue.ts'
import { freePort } from '../scripts/free-port.ts'
import { openDatabase } from '#platform/db/db.ts'
import { migrate } from '#platform/db/migrate.ts'
import { createDiskStorage } from '#platform/storage/storage.ts'
import { cloneDatabase, createEmptyDatabase } from './support/database.ts'
import { type RunningApp, startApp, waitFor } from './support/server.ts'
import { childrenOf, isAlive } from './support/processes.ts'
import { TODAY_TEMPLATE } from './support/templates.ts'

type WorkerResponse = { readonly status: number; readonly process: string; readonly text: string }

/** Sends a request over a new connection, so that the workers take turns. The request id's prefix names the worker. */
const ask = (app: RunningApp, path: string): Promise<WorkerResponse> =>
  new Promise((resolve, reject) => {
    const asking = request(new URL(path, app.origin), { agent: false }, (answer) => {
      let text = ''
      answer.once('error', reject)
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          process: String(answer.headers['x-request-id']).split('-', 1).join(),
          text,
        }),
      )
    })
    // A request in flight at a killed worker is never answered.
    asking.setTimeout(3000, () => asking.destroy(new Error('no answer')))
    asking.once('error', reject)
    asking.end()
  })

async function askAll(app: RunningApp, path: string): Promise<WorkerResponse[]> {
  const answers: WorkerResponse[] = []
  // oxlint-disable-next-line no-await-in-loop -- one after the other, so that they take turns
  for (let i = 0; i < 6; i += 1) answers.push(await ask(app, path))
  return answers
}

const processesOf = (answers: readonly WorkerResponse[]): Set<string> =>
  new Set(answers.map((it) => it.process))

test('of two servers that start on an empty database one seeds it; the other waits for the lock without a statement timeout', async () => {
  const url = await createEmptyDatabase()
  await migrate(url, 'db/migrations')
  const database = openDatabase(url)
  const { db } = database
  const storage = createDiskStorage('/nowhere')
  const filling = await db.transaction().execute(async (first) => {
    await sql`select pg_advisory_xact_lock(${SEEDING_LOCK})`.execute(first)
    const second = seedEmptyDatabase({ db, storage, now: new Date() }, 'db/seed')
    await sleep(700)
    const { rows } = await sql`
      select l.pid from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and not l.granted`.execute(first)
    expect(rows).toEqual([])
    await first
      .insertInto('venue')
      .values({ ...venue, policiesChangedOn: '2026-11-21' })
      .execute()
    return { second }
  })
  expect(await filling.second).toBeNull()
  await database.close()
})

describe('two processes on one port', () => {
  test('agree after a change, share their counters, and are replaced when they end', async () => {
    const { pool, url } = await cloneDatabase(TODAY_TEMPLATE)
    const metricsPort = String(await freePort())
    const app = await startApp({
      env: { WEB_CONCURRENCY: '2', DATABASE_URL: url, METRICS_PORT: metricsPort, LOG_LEVEL: 'silent' },
    })
    expect(app.output()).toMatch(/Processes +2/)
    const first = await askAll(app, '/menu')
    for (const it of first)
      expect(it).toMatchObject({ status: 200, text: expect.stringContaining('Jollof Arancini') })
    expect(processesOf(first).size).toBe(2)

    // Without the notification, a stale page would be served for a minute.
    await pool.query(`update menu_items set name = 'Jollof Clouds' where slug = 'jollof-arancini'`)
    await waitFor(async () => {
      const answers = await askAll(app, '/menu')
      return processesOf(answers).size === 2 && answers.every((it) => it.text.includes('Jollof Clouds'))
    }, 10_000)

    const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const counted = /lounge_http_requests_total\{route="\/menu",method="GET",status="200"\} (\d+)/.exec(
      figures,
    )
    expect(Number(counted?.[1])).toBeGreaterThanOrEqual(12)
    expect(figures).toMatch(/lounge_page_cache_total\{outcome="hit"\} \d+/)
    expect(figures).toMatch(/lounge_page_cache_total\{outcome="stale"\} \d+/)
    expect(figures).toMatch(/lounge_database_connections\{state="idle"\} \d+/)
    expect(figures).toContain('lounge_database_up 1')
    expect(figures).toContain('nodejs_eventloop_lag_seconds')
    expect((await app.get('/metrics')).status).toBe(404)

    const [one] = childrenOf(app.child.pid)
    const before = processesOf(first)
    process.kill(one ?? 0, 'SIGKILL')
    await waitFor(async () => {
      const now = processesOf(await askAll(app, '/menu').catch(() => []))
      return now.size === 2 && [...now].some((it) => !before.has(it))
    })

    const old = processesOf(await askAll(app, '/menu'))
    app.child.kill('SIGUSR2')
    await waitFor(async () => {
      const answers = await askAll(app, '/menu')
      expect(answers.every((it) => it.status === 200)).toBe(true)
      const now = processesOf(answers)
      return now.size === 2 && [...now].every((it) => !old.has(it))
    })
    const left = childrenOf(app.child.pid)
    expect(await app.stop()).toBe(0)
    expect(left.some(isAlive)).toBe(false)
  })

  test('end with their primary, however it ends', async () => {
    const { url } = await cloneDatabase(TODAY_TEMPLATE)
    const app = await startApp({ env: { WEB_CONCURRENCY: '2', DATABASE_URL: url, LOG_LEVEL: 'silent' } })
    const children = childrenOf(app.child.pid)
    expect(children.length).toBe(2)
    app.child.kill('SIGKILL')
    await waitFor(() => !children.some(isAlive))
  })
})
