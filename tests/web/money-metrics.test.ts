import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { correctLine } from '#features/payments/at-venue/corrections/service.ts'
import { refundAtVenue, recordVenuePayment } from '#features/payments/at-venue/service.ts'
import { readLedger } from '#features/payments/ledger/service.ts'
import { addDays, businessDate, type CalendarDate, momentAt } from '#lib/venue-time.ts'
import { freePort } from '../../scripts/free-port.ts'
import { createStaff } from '../staff/sign-in.ts'
import { payOnline } from '../staff/parties.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { deleteAllReservations } from '../support/empty-reservations.ts'
import { startApp } from '../support/server.ts'

/** Revenue metrics of the business day: for the night of today, and moved today. */

let database: TestDatabase
let metricsUrl: string
let actor: { id: string; name: string; role: 'manager' }
beforeAll(async () => {
  database = await cloneDatabase()
  await deleteAllReservations(database.pool)
  actor = { id: await createStaff(database, 'metrics@example.com'), name: 'Ama', role: 'manager' }
  const port = String(await freePort())
  metricsUrl = `http://localhost:${port}/metrics`
  await startApp({ env: { DATABASE_URL: database.url, METRICS_PORT: port, LOG_LEVEL: 'warn' } })
})

const today = businessDate(new Date())

async function reserve(night: CalendarDate, guest: string): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count,
       status, total_price_cents)
     values ('nightlife', $1, $2, $2::timestamptz + interval '8 hours', $3, 'guest@example.com', 2, 'confirmed', 50000)
     returning id`,
    [night, momentAt(night, '21:00'), guest],
  )
  return rows[0]?.id ?? ''
}

/** The values of a metric by its one label. */
async function figure(name: string): Promise<Record<string, number>> {
  const text = await (await fetch(metricsUrl)).text()
  const found = text.matchAll(
    new RegExp(String.raw`^lounge_money_${name}_cents\{\w+="(\w+)"\} (-?\d+)$`, 'gm'),
  )
  return Object.fromEntries([...found].map(([, label = '', value]) => [label, Number(value)]))
}

const deps = (now = new Date()) => ({ db: database.db, now, actor })
const pay = (id: string, form: { amount: number; method: 'cash' | 'card' }, now?: Date) =>
  recordVenuePayment(deps(now), id, { key: randomUUID(), note: '', ...form })

test('of a day without money are nothing', async () => {
  expect(await figure('night')).toEqual({ received: 0, refunded: 0, disputed: 0, cover: 0, kept: 0 })
  expect(await figure('moved')).toEqual({ online: 0, cash: 0, card: 0 })
})

test('distinguish the revenue of tonight from the money moved today', async () => {
  const tonight = await reserve(today, 'Tonight')
  const paidEarlier = await reserve(today, 'Paid last week')
  const tomorrow = await reserve(addDays(today, 1), 'Tomorrow')
  await pay(tonight, { amount: 30_000, method: 'cash' })
  await payOnline(database, tonight, 20_000)
  await pay(paidEarlier, { amount: 40_000, method: 'card' }, new Date(Date.now() - 7 * 86_400_000))
  await pay(tomorrow, { amount: 10_000, method: 'card' })
  await refundAtVenue(deps(), tonight, {
    key: randomUUID(),
    amount: 5000,
    method: 'card',
    reason: 'band late',
  })
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from checkouts where reservation_id = $1',
    [tonight],
  )
  await database.pool.query(
    `insert into disputes (id, checkout_id, reservation_id, amount_cents, status) values ('dp_1', $1, $2, 20000, 'lost')`,
    [rows[0]?.id, tonight],
  )
  expect(await figure('night')).toEqual({
    received: 90_000,
    refunded: 5000,
    disputed: 20_000,
    cover: 0,
    kept: 65_000,
  })
  expect(await figure('moved')).toEqual({ online: 0, cash: 30_000, card: 5000 })

  // A correction replaces the wrong line, and a dispute that is won brings the money back.
  const [line] = await readLedger(database, tonight)
  await correctLine(deps(), tonight, {
    lineId: line?.id ?? '',
    instead: { amount: 25_000, method: 'card' },
    reason: 'typed wrongly',
  })
  await database.pool.query(`update disputes set status = 'won' where id = 'dp_1'`)
  expect(await figure('night')).toEqual({
    received: 85_000,
    refunded: 5000,
    disputed: 0,
    cover: 0,
    kept: 80_000,
  })
  expect(await figure('moved')).toEqual({ online: 20_000, cash: 0, card: 30_000 })
})
