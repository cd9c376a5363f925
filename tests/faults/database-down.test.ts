import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { askFor, findNight, type Night, tableOf } from '../booking/booking-fixtures.ts'
import { waitFor } from '../support/server.ts'
import { type OwnDatabase, startOwnDatabase } from './own-database.ts'
import { openTwoApps, type TwoApps } from './two-servers.ts'

let database: OwnDatabase
let at: TwoApps
let night: Night
beforeAll(async () => {
  database = await startOwnDatabase()
  at = await openTwoApps({ databaseUrl: database.url })
  night = await findNight(database.db, new Date())
})

type Seen = { readonly status: number; readonly retryAfter: string | null; readonly ms: number }

async function timed(ask: () => Promise<Response>): Promise<Seen> {
  const started = performance.now()
  const answered = await ask()
  await answered.text()
  return {
    status: answered.status,
    retryAfter: answered.headers.get('Retry-After'),
    ms: Math.round(performance.now() - started),
  }
}

const ASKED = ['/events?q=jazz', '/reservations?service=dining', '/admin/api/overview', '/readyz'] as const
const away = async (): Promise<[string, Seen][]> =>
  Promise.all(
    ASKED.map(async (path): Promise<[string, Seen]> => [
      path,
      // The sign-in page looks up a session, which needs the database too.
      await timed(() => fetch(at.apps[0].origin + path, { headers: { Cookie: 'staff.session_token=a.b' } })),
    ]),
  )

/** Violations while the database is unavailable: each response is a 503 with Retry-After within five seconds. */
const wrongWhileUnavailable = (seen: readonly (readonly [string, Seen])[], withinMs = 5000): string[] =>
  seen.flatMap(([path, { status, retryAfter, ms }]) => {
    const isRefused = status === 503 && retryAfter !== null && ms <= withinMs
    // A request without a session cookie is refused without a query.
    return isRefused || (path.startsWith('/admin') && status === 401)
      ? []
      : [`${path}: ${status} after ${ms} ms, Retry-After ${retryAfter}`]
  })

/** Both servers have the menu in their page cache. */
async function readMenus(): Promise<void> {
  for (const { origin } of at.apps) {
    // oxlint-disable-next-line no-await-in-loop -- two
    expect((await fetch(`${origin}/menu`)).status).toBe(200)
  }
}

const isServing = async (): Promise<boolean> => {
  const answers = await Promise.all(
    at.apps.map(({ origin }) => fetch(`${origin}/events?q=jazz`).catch(() => null)),
  )
  return answers.every((it) => it?.status === 200)
}

async function msUntilServing(): Promise<number> {
  const started = performance.now()
  await waitFor(isServing, 30_000)
  return performance.now() - started
}

const pids = () => at.apps.map((app) => app.child().pid)
const alive = () => at.apps.every((app) => app.child().exitCode === null)

let booked = 0
const book = (): Promise<Response> =>
  at.post('/holds', askFor(night, { table: tableOf(night, (booked += 1)) }))

describe('the database', () => {
  test('killed and restarted: 503 with Retry-After within 5 s, the processes live on, and all is served within 1 s of its return', async () => {
    await readMenus()
    expect((await book()).status).toBe(201)
    const before = pids()
    database.kill()
    await sleep(200)
    const seen = await away()
    expect(wrongWhileUnavailable(seen)).toEqual([])
    const hold = await timed(book)
    expect([hold.status, hold.retryAfter !== null]).toEqual([503, true])
    expect(hold.ms).toBeLessThan(5000)
    // Cached pages are still served.
    expect((await at.get('/menu')).status).toBe(200)
    await database.start()
    expect(await msUntilServing()).toBeLessThan(1000)
    expect((await book()).status).toBe(201)
    expect(alive()).toBe(true)
    expect(pids()).toEqual(before)
  })

  test('frozen: reads and writes get 503 within 5 s, cached pages are served, and all is served when it resumes', async () => {
    await readMenus()
    const table = tableOf(night, (booked += 1))
    const asked = askFor(night, { table })
    database.freeze()
    try {
      const [seen, hold] = await Promise.all([away(), timed(() => at.post('/holds', asked))])
      process.stdout.write(
        `frozen: ${[...seen, ['POST /holds', hold] as const].map(([path, { ms }]) => `${path} ${ms} ms`).join(', ')}\n`,
      )
      expect(wrongWhileUnavailable([...seen, ['POST /holds', hold]])).toEqual([])
      const menu = await timed(() => at.get('/menu'))
      expect([menu.status, menu.ms < 5000]).toEqual([200, true])
    } finally {
      database.thaw()
    }
    expect(await msUntilServing()).toBeLessThan(1000)
    // A retry with the same idempotency key gets the table, once.
    expect([200, 201]).toContain((await at.post('/holds', asked)).status)
    const { rows } = await database.pool.query('select from reservations where hold_key = $1', [asked.key])
    expect(rows).toHaveLength(1)
    expect(alive()).toBe(true)
  })

  test('with every connection reset repeatedly: a request at that moment gets Retry-After, the next is served', async () => {
    for (let round = 0; round < 10; round += 1) {
      // oxlint-disable no-await-in-loop -- one cut after the other
      const asking = Promise.all(Array.from({ length: 6 }, () => timed(() => at.get('/events?q=jazz'))))
      await sleep(round * 3)
      database.line.reset()
      expect((await asking).filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
      expect(await msUntilServing()).toBeLessThan(1000)
      // oxlint-enable no-await-in-loop
    }
    expect(alive()).toBe(true)
  })

  test('with 200 ms of latency each way: slower, and nothing fails', async () => {
    database.line.delayMs = 200
    try {
      const held = await book()
      expect(held.status).toBe(201)
      const { hold } = await held.json()
      const opened = await timed(() => at.post(`/holds/${hold.token}/checkout`))
      expect(opened.status).toBe(200)
      await readMenus()
      for (const path of ['/menu', '/events?q=jazz', '/events/lone-star-highlife', '/readyz']) {
        // oxlint-disable-next-line no-await-in-loop -- a few
        const seen = await timed(() => at.get(path))
        expect(seen.status, path).toBe(200)
        // oxlint-disable-next-line no-await-in-loop
        expect((await timed(() => at.get('/menu'))).ms).toBeLessThan(1000)
      }
    } finally {
      database.line.delayMs = 0
    }
  })

  test('control: responses of an available database violate the expectations of an outage', async () => {
    await waitFor(isServing)
    expect(wrongWhileUnavailable(await away()).length).toBeGreaterThan(1)
    expect(wrongWhileUnavailable([['/x', { status: 500, retryAfter: null, ms: 1 }]])).toHaveLength(1)
    expect(wrongWhileUnavailable([['/x', { status: 503, retryAfter: null, ms: 1 }]])).toHaveLength(1)
    expect(wrongWhileUnavailable([['/x', { status: 503, retryAfter: '5', ms: 5001 }]])).toHaveLength(1)
    // Control: the fault reaches the database, which answers no query while it is frozen.
    database.freeze()
    const isSilent = await Promise.race([
      database.pool.query('select 1').then(() => false),
      sleep(1500).then(() => true),
    ])
    database.thaw()
    expect(isSilent).toBe(true)
    await waitFor(isServing)
    // Control: the database is reached through the proxy only, so a cut ends every connection.
    expect(database.line.count()).toBeGreaterThan(0)
  })
})
