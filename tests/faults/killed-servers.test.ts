import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { waitFor } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'
import { freeTables, readReservations, wrongIn } from './acknowledged.ts'
import { type Acknowledged, bookAsGuest, openTwoApps, type TwoApps } from './two-servers.ts'

let database: TestDatabase
let at: TwoApps
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  at = await openTwoApps({ databaseUrl: database.url })
  process.stdout.write(`the proxy is ${at.proxy.kind}\n`)
})

const KILLS = 25
const GUESTS_A_KILL = 4

test(`a server killed ${KILLS} times while guests book: nothing acknowledged is lost, nothing is duplicated, and a server responds within a second`, async () => {
  const free = (await freeTables(database.pool)).values()
  const acknowledged: Acknowledged[] = []
  const waits: number[] = []
  for (let round = 0; round < KILLS; round += 1) {
    const app = at.apps[round % 2 === 0 ? 0 : 1]
    const guests = Array.from({ length: GUESTS_A_KILL }, () => {
      const { value: ask } = free.next()
      if (!ask) throw new Error('there are not enough tables for so many guests')
      return bookAsGuest(at, ask)
    })
    // oxlint-disable no-await-in-loop -- one kill after the other
    await sleep(5 + ((round * 37) % 120))
    await app.kill()
    const killed = performance.now()
    await waitFor(async () => (await at.get('/menu').catch(() => null))?.status === 200, 20_000)
    waits.push(performance.now() - killed)
    await app.start()
    acknowledged.push(...(await Promise.all(guests)))
    // oxlint-enable no-await-in-loop
  }
  // The last webhooks are still being delivered.
  await waitFor(
    async () => wrongIn(acknowledged, await readReservations(database.pool)).length === 0,
    60_000,
  ).catch(() => undefined)
  expect(wrongIn(acknowledged, await readReservations(database.pool))).toEqual([])
  expect(acknowledged.filter((it) => it.paid).length).toBeGreaterThan(KILLS * GUESTS_A_KILL * 0.9)
  process.stdout.write(`ms until a server responded: ${waits.map(Math.round).join(', ')}\n`)
  expect(Math.max(...waits)).toBeLessThan(1000)
  const { sessions } = await at.provider.control.readLedger()
  const paid = sessions.filter((it) => it.payment_status === 'paid').map((it) => it.client_reference_id)
  expect(new Set(paid).size).toBe(paid.length)
}, 600_000)

test('control: a reservation that was lost, one made twice, and one paid twice would have been found', async () => {
  const [row] = (await readReservations(database.pool)).filter((it) => it.status === 'confirmed')
  if (!row) throw new Error('no reservation has a table')
  const seen: Acknowledged = { key: row.key, held: row.id, token: null, sessionId: null, paid: true }
  expect(wrongIn([seen], [row])).toEqual([])
  expect(wrongIn([seen], []).join()).toMatch(/not there/)
  expect(wrongIn([seen], [row, { ...row, id: 'another' }]).join()).toMatch(/2 reservations/)
  expect(wrongIn([seen], [{ ...row, paid: 2 }]).join()).toMatch(/2 payments/)
  // Control: a row is broken in the database itself, not only in the expected values above.
  await database.pool.query('update table_occupancies set is_active = false where reservation_id = $1', [
    row.id,
  ])
  expect(wrongIn([seen], await readReservations(database.pool)).join()).toMatch(/0 tables/)
})

/** Four clients read pages without pause until `isOver`; returns how many were read and which failed. */
async function readAll(isOver: () => boolean): Promise<{ count: number; failed: string[] }> {
  const paths = [
    '/',
    '/menu',
    '/events',
    '/events?q=night',
    '/gallery',
    '/reservations?service=dining',
    '/healthz',
    '/events/lone-star-highlife',
  ]
  const failed: string[] = []
  let count = 0
  const reader = async (): Promise<void> => {
    while (!isOver()) {
      const path = paths[(count += 1) % paths.length] ?? '/'
      // oxlint-disable no-await-in-loop -- a reader reads one page after the other
      const answered = await at.get(path).then(
        async (it) => ({ status: it.status, length: (await it.text()).length }),
        (error: unknown) => ({ status: 0, length: 0, error: String(error) }),
      )
      // oxlint-enable no-await-in-loop
      if (answered.status !== 200) failed.push(`${path} ${JSON.stringify(answered)}`)
    }
  }
  await Promise.all(Array.from({ length: 4 }, reader))
  return { count, failed }
}

test('both servers are restarted, one after the other, and not one page is missed', async () => {
  let isOver = false
  const reading = readAll(() => isOver)
  for (const app of [...at.apps, ...at.apps]) {
    // oxlint-disable no-await-in-loop -- one after the other is what is tried
    await app.stop()
    expect(app.child().exitCode).toBe(0)
    await app.start()
    // oxlint-enable no-await-in-loop
  }
  isOver = true
  const { count, failed } = await reading
  expect(count).toBeGreaterThan(200)
  expect(failed, `${failed.length} of ${count}`).toEqual([])
})

test('control: with both stopped at once, reads fail', async () => {
  let isOver = false
  const reading = readAll(() => isOver)
  await Promise.all(at.apps.map((app) => app.kill()))
  await sleep(11_000)
  await Promise.all(at.apps.map((app) => app.start()))
  isOver = true
  expect((await reading).failed.length).toBeGreaterThan(0)
})
