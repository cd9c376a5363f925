import { createHmac } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { reconcile, releaseExpiredHolds } from '#features/holds/booking/service.ts'
import { receiveWebhook } from '#features/payments/service.ts'
import { createLog } from '#platform/observability/log.ts'
import type { FaultRequest } from '#platform/payments-gateways/stripe-emulator/fault-injection.ts'
import { createDiskStorage } from '#platform/storage/storage.ts'
import { createTasks } from '../../src/jobs/tasks.ts'
import { startBookings } from '../booking/bookings.ts'
import { askFor, findNight, FRIDAY } from '../booking/booking-fixtures.ts'
import { doJobs } from '../booking/jobs.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { NO_TEXTS } from '../support/twilio.ts'
import { NO_WALLET } from '#platform/wallet/types.ts'
import { waitFor } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'
import { openTwoApps, type TwoApps } from './two-servers.ts'

let database: TestDatabase
let at: TwoApps
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  at = await openTwoApps({ databaseUrl: database.url })
})
afterEach(() => at.provider.control.setFaults({}))

async function hold(): Promise<{ id: string; token: string }> {
  const held = await at.post('/holds', askFor(await findNight(database.db, new Date())))
  expect(held.status).toBe(201)
  const { hold: taken } = await held.json()
  return { id: taken.reservationId, token: taken.token }
}

async function open(token: string) {
  const started = performance.now()
  const answered = await at.post(`/holds/${token}/checkout`)
  return { status: answered.status, told: await answered.json(), ms: performance.now() - started }
}

type After = {
  readonly status: string
  readonly claims: number
  readonly openSessions: number
  readonly undecided: number
  readonly emails: number
  readonly paid: number
}

/** The state of a reservation in our database and at the provider. */
async function statusOf(id: string): Promise<After> {
  const { rows } = await database.pool.query<Omit<After, 'openSessions'>>(
    `select r.status,
       (select count(*)::int from table_occupancies o where o.reservation_id = r.id and o.is_active) as claims,
       (select count(*)::int from email_queue m where m.reservation_id = r.id and m.kind = 'confirmation') as emails,
       (select count(*)::int from checkouts k where k.reservation_id = r.id and k.status = 'paid') as paid,
       (select count(*)::int from checkouts k where k.reservation_id = r.id and k.status in ('opening', 'lost')) as undecided
     from reservations r where r.id = $1`,
    [id],
  )
  const { sessions } = await at.provider.control.readLedger()
  const openSessions = sessions.filter((it) => it.client_reference_id === id && it.status === 'open').length
  const [row] = rows
  if (!row) throw new Error('there is no such reservation')
  return { ...row, openSessions }
}

/** Violations after a checkout that could not be opened. */
const wrongAfterRefusal = ({ status, claims, openSessions, undecided }: After): string[] => [
  ...(status === 'cancelled' ? [] : [`the reservation is ${status}`]),
  ...(claims === 0 ? [] : ['the table is kept']),
  ...(undecided === 0 ? [] : ['what became of the attempt is not known']),
  ...(openSessions === 0 ? [] : ['a session was left open']),
]

const FAULTS: readonly (readonly [name: string, asked: FaultRequest])[] = [
  ['answers 500', { api: '500' }],
  ['hangs', { api: 'hang' }],
  ['refuses', { api: 'refuse' }],
  ['does what it was asked and cuts the line', { api: 'lost-answer', only: 'POST /v1/checkout/sessions' }],
]

describe('a payment provider that', () => {
  test.each(FAULTS)(
    '%s: the guest is told within 4 s, the table is free, and no session is left',
    async (_name, asked) => {
      const { id, token } = await hold()
      await at.provider.control.setFaults(asked)
      const { status, told, ms } = await open(token)
      expect([status, told]).toEqual([
        502,
        {
          error: 'payment_unavailable',
          title: 'Payment Error',
          text: 'Could not create payment session. Please try again.',
        },
      ])
      expect(ms).toBeLessThan(4000)
      expect((await statusOf(id)).claims).toBe(0)
      await at.provider.control.setFaults({})
      await waitFor(async () => wrongAfterRefusal(await statusOf(id)).length === 0, 60_000)
      expect(wrongAfterRefusal(await statusOf(id))).toEqual([])
      // The next guest can hold the table.
      const next = await hold()
      expect((await open(next.token)).status).toBe(200)
      await at.post(`/holds/${next.token}/release`)
    },
  )

  test('control: where it succeeds, the table is held and the session is open', async () => {
    const { id, token } = await hold()
    expect((await open(token)).status).toBe(200)
    expect(wrongAfterRefusal(await statusOf(id))).toHaveLength(3)
    await at.post(`/holds/${token}/release`)
    expect(wrongAfterRefusal(await statusOf(id))).toEqual([])
  })
})

const isSettled = ({ status, claims, emails, paid }: After): boolean =>
  status === 'confirmed' && claims === 1 && emails === 1 && paid === 1

async function payWith(webhooks: NonNullable<FaultRequest['webhooks']>): Promise<string> {
  const { id, token } = await hold()
  const { told } = await open(token)
  await at.provider.control.setFaults({ webhooks })
  await at.provider.control.pay({ session: String(told.url).split('/').at(-1) ?? '', outcome: 'approve' })
  return id
}

describe('webhooks', () => {
  test('that come five times each, and newest first, confirm once: one table, one payment, one email', async () => {
    const five = await payWith({ deliver: 'five-times' })
    await waitFor(async () => isSettled(await statusOf(five)))
    const reversed = await payWith({ deliver: 'five-times', order: 'reversed', delayMs: 300 })
    await waitFor(async () => isSettled(await statusOf(reversed)))
    const taken = () => at.sink.taken.length
    await waitFor(() => taken() >= 2)
    const { events } = await at.provider.control.readLedger()
    expect(events.length).toBeGreaterThan(2)
    expect([await statusOf(five), await statusOf(reversed)].every(isSettled)).toBe(true)
    const ids = at.sink.taken.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1])
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('control: without them nothing is confirmed', async () => {
    // Reconciliation runs every five minutes and confirms payments made meanwhile.
    const waiting: string[] = []
    for (let guest = 0; guest < 3; guest += 1) {
      // oxlint-disable no-await-in-loop -- one guest after the other
      const id = await payWith({ deliver: 'lost' })
      await new Promise((resolve) => setTimeout(resolve, 1000))
      if (!isSettled(await statusOf(id))) waiting.push(id)
      // oxlint-enable no-await-in-loop
    }
    expect(waiting.length).toBeGreaterThan(0)
    await at.provider.control.deliver()
    await waitFor(async () => (await Promise.all(waiting.map(statusOf))).every(isSettled))
  })
})

/** A server whose clock the test sets, with a provider on the same clock. */
async function startRotatedApp() {
  const own = await cloneDatabase()
  const bookings = await startBookings(own, FRIDAY)
  const sent: string[] = []
  const tasks = createTasks({
    ...bookings.deps(),
    clock: () => bookings.clock.now,
    log: createLog('silent'),
    storage: createDiskStorage(inject('dataDir')),
    texts: NO_TEXTS,
    wallet: NO_WALLET,
    mailer: {
      kind: 'local',
      send: async ({ messageId }) => void sent.push(messageId),
      close: async () => undefined,
    },
  })
  return {
    bookings,
    sent,
    pass: (minutes: number) =>
      (bookings.clock.now = new Date(bookings.clock.now.getTime() + minutes * 60_000)),
    work: async () => {
      await own.pool.query('update graphile_worker._private_jobs set run_at = now() where run_at > now()')
      await doJobs(own.url, tasks)
    },
    async begin() {
      return bookings.begin(await findNight(own.db))
    },
    statusOf: async (id: string) =>
      (await own.pool.query<{ status: string }>('select status from reservations where id = $1', [id]))
        .rows[0]?.status,
    /** The cents of a session that the provider has received and not refunded. */
    async retainedCents(sessionId: string) {
      const { sessions, refunds } = await bookings.provider.control.readLedger()
      const session = sessions.find((it) => it.id === sessionId)
      const back = refunds
        .filter((it) => it.payment_intent === session?.payment_intent)
        .reduce((sum, it) => sum + it.amount, 0)
      return session?.payment_status === 'paid' ? (session.amount_total ?? 0) - back : 0
    },
  }
}

const DAY_MINUTES = 24 * 60

describe('a message that', () => {
  test('is lost: reconciliation finds the payment before the table is released', async () => {
    const app = await startRotatedApp()
    const { id, sessionId } = await app.begin()
    await app.bookings.provider.control.pay({ session: sessionId, outcome: 'approve' })
    app.pass(6)
    await reconcile(app.bookings.deps())
    expect(await app.statusOf(id)).toBe('confirmed')
    app.pass(60)
    await releaseExpiredHolds(app.bookings.deps())
    await app.work()
    expect(await app.statusOf(id)).toBe('confirmed')
    expect(await app.retainedCents(sessionId)).toBeGreaterThan(0)
    expect(app.sent).toHaveLength(1)
  })

  test('comes three days late to a server that was down: the payment buys the table or is refunded', async () => {
    const app = await startRotatedApp()
    const { id, sessionId } = await app.begin()
    await app.bookings.provider.control.pay({ session: sessionId, outcome: 'approve' })
    app.pass(3 * DAY_MINUTES)
    const message = JSON.stringify({
      id: 'evt_late',
      object: 'event',
      api_version: '2026-10-28.endive',
      created: Math.floor(FRIDAY.getTime() / 1000),
      type: 'checkout.session.completed',
      data: { object: { id: sessionId, object: 'checkout.session' } },
    })
    const t = Math.floor(Date.now() / 1000)
    const signature = `t=${t},v1=${createHmac('sha256', 'whsec_test').update(`${t}.${message}`).digest('hex')}`
    const deps = app.bookings.deps()
    expect(await receiveWebhook(deps, message, signature)).toEqual({ ok: true, value: 'stored' })
    expect(await receiveWebhook(deps, message, signature)).toEqual({ ok: true, value: 'known' })
    await app.work()
    await releaseExpiredHolds(app.bookings.deps())
    await app.work()
    const status = await app.statusOf(id)
    const kept = await app.retainedCents(sessionId)
    expect([status, kept > 0]).toEqual(status === 'confirmed' ? ['confirmed', true] : ['cancelled', false])
    expect(new Set(app.sent).size).toBe(app.sent.length)
    expect(app.sent.length).toBeGreaterThan(0)
  })

  test('control: one without a signature, or signed three days ago, changes nothing', async () => {
    const app = await startRotatedApp()
    const { id, sessionId } = await app.begin()
    await app.bookings.provider.control.pay({ session: sessionId, outcome: 'approve' })
    const message = JSON.stringify({
      id: 'evt_old',
      object: 'event',
      type: 'checkout.session.completed',
      data: { object: { id: sessionId } },
    })
    const t = Math.floor(Date.now() / 1000) - 3 * 86_400
    const old = `t=${t},v1=${createHmac('sha256', 'whsec_test').update(`${t}.${message}`).digest('hex')}`
    for (const signature of [old, '', 't=1,v1=0'])
      // oxlint-disable-next-line no-await-in-loop -- three
      expect(await receiveWebhook(app.bookings.deps(), message, signature)).toEqual({
        ok: false,
        reason: 'bad_signature',
      })
    await app.work()
    expect(await app.statusOf(id)).toBe('pending')
  })
})
