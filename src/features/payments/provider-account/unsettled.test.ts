import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { startBookings, type TestBookings } from '../../../../tests/booking/bookings.ts'
import { askFor, findNight, FRIDAY, type Night, tableOf } from '../../../../tests/booking/booking-fixtures.ts'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { addDays, addHours } from '#lib/venue-time.ts'
import { settleCheckout } from '../checkouts/service.ts'
import { syncRefunds } from '../refunds/issuing/service.ts'
import { recordDispute } from '../service.ts'
import { readAccountFigures, readProviderAccount } from './service.ts'

let app: TestDatabase
let bookings: TestBookings
let night: Night
let date = ''
beforeAll(async () => {
  app = await cloneDatabase()
  bookings = await startBookings(app, FRIDAY)
  night = await findNight(app.db)
  const event = app.db.selectFrom('events').where('id', '=', night.event.id)
  date = (await event.select('date').executeTakeFirstOrThrow()).date
})

const at = (hours: number): Date => addHours(FRIDAY, hours)
/** Reads the account at an hour after the start: what happened since is not known. */
const readAt = (hours: number) => {
  bookings.clock.now = at(hours)
  return readProviderAccount(bookings.deps())
}

let tables = 0
/** A guest books the next table, pays, and the payment is noted here. */
async function pay() {
  const table = tableOf(night, tables)
  tables += 1
  const { id, sessionId } = await bookings.begin(night, askFor(night, { table }))
  const paid = await bookings.provider.control.pay({ session: sessionId, outcome: 'approve' })
  await settleCheckout(bookings.deps(), sessionId)
  const { entryCode } = await app.db
    .selectFrom('reservations')
    .where('id', '=', id)
    .select('entryCode')
    .executeTakeFirstOrThrow()
  const { id: checkoutId } = await app.db
    .selectFrom('checkouts')
    .where('sessionId', '=', sessionId)
    .select('id')
    .executeTakeFirstOrThrow()
  const intent = paid.payment_intent
  return {
    id,
    checkoutId,
    paymentIntent: typeof intent === 'string' ? intent : '',
    code: entryCode,
    cents: table.cents,
  }
}
type Payment = Awaited<ReturnType<typeof pay>>

type Refund = {
  readonly status: 'requested' | 'pending' | 'succeeded'
  readonly cents: number
  readonly updatedAt?: Date
  readonly providerRefundId?: string
}
const refund = async (
  { id, checkoutId }: Payment,
  { status, cents, updatedAt = at(1), providerRefundId }: Refund,
) => {
  await app.pool.query(
    `insert into refunds (checkout_id, reservation_id, amount_cents, reason, status, provider_refund_id, created_at, updated_at)
     values ($1, $2, $3, 'staff', $4, $5, $6, $7)`,
    [checkoutId, id, cents, status, providerRefundId ?? null, at(1), updatedAt],
  )
}

type Movement = {
  readonly kind: string
  readonly cents: number
  readonly paymentIntent: string
  readonly sourceId?: string
}
/** A movement as the provider listed it. */
const list = async ({ kind, cents, paymentIntent, sourceId }: Movement) => {
  await app.pool.query(
    `insert into provider_transactions (id, provider, kind, amount_cents, fee_cents, payment_intent_id, source_id, created_at,
       available_on) values ($1, 'local', $2, $3, 0, $4, $5, $6, $7)`,
    [`txn_${randomUUID()}`, kind, cents, paymentIntent, sourceId ?? null, at(1), date],
  )
}
const found = async (code: string, of = date) =>
  (await readAccountFigures(app, of)).mismatches
    .filter((it) => it.code === code)
    .map(({ group, why, ledgerCents, providerCents }) => [group, why, ledgerCents, providerCents])

test('charge, refund and dispute stay with the night of their lines after the party moved to another night', async () => {
  const guest = await pay()
  await bookings.provider.control.refund({ paymentIntent: guest.paymentIntent, amount: 1000 })
  await syncRefunds(bookings.deps(), guest.paymentIntent)
  await bookings.provider.control.dispute({ paymentIntent: guest.paymentIntent })
  const [dispute] = await bookings.deps().payments.listDisputes(addHours(FRIDAY, -1))
  await bookings.provider.control.closeDispute({ dispute: dispute?.disputeId ?? '', outcome: 'lost' })
  await recordDispute(bookings.deps(), dispute?.disputeId ?? '')
  await readAt(0)
  const before = await readAccountFigures(app, date)
  expect(before.mismatches).toEqual([])
  expect(before.provider.refunds).toBe(-1000)
  expect(before.provider.disputes).toBeLessThan(0)
  const week = '7 days'
  await app.pool.query(
    `update reservations set business_date = business_date + 7, starts_at = starts_at + $2::interval, ends_at = ends_at + $2::interval
     where id = $1`,
    [guest.id, week],
  )
  // Its money went along, by lines of the ledger that the provider knows nothing of.
  for (const [key, cents, of] of [
    ['from', -500, date],
    ['to', 500, addDays(date, 7)],
  ])
    // oxlint-disable-next-line no-await-in-loop -- two lines
    await app.pool.query(
      `insert into ledger_lines (source_key, kind, method, amount_cents, reservation_id, checkout_id, moved_at, night, reason)
       values ('transfer:test:' || $1, 'transfer', 'online', $2, $3, $4, $5, $6, 'Moved')`,
      [key, cents, guest.id, guest.checkoutId, at(0), of],
    )
  expect(await readAccountFigures(app, date)).toEqual(before)
  expect(await readAccountFigures(app, addDays(date, 7))).toMatchObject({
    mismatches: [],
    ledger: { charges: 0, refunds: 0, disputes: 0 },
    provider: { charges: 0, refunds: 0, disputes: 0 },
  })
})

describe('a refund', () => {
  test('is under way until the provider was asked for it, and read after that', async () => {
    const [requested, pending, changed, missing] = [await pay(), await pay(), await pay(), await pay()]
    await refund(requested, { status: 'requested', cents: 500 })
    await refund(pending, { status: 'pending', cents: 600 })
    await refund(changed, { status: 'succeeded', cents: 700, updatedAt: at(3) })
    await refund(missing, { status: 'succeeded', cents: 800 })
    await readAt(2)
    expect(await found(requested.code)).toEqual([['refunds', 'not_settled', -500, 0]])
    expect(await found(pending.code)).toEqual([['refunds', 'not_settled', -600, 0]])
    expect(await found(changed.code)).toEqual([['refunds', 'not_settled', -700, 0]])
    expect(await found(missing.code)).toEqual([['refunds', 'ledger_only', -800, 0]])
  })

  test('that is pending and listed already is not waited for once more', async () => {
    const guest = await pay()
    await refund(guest, { status: 'pending', cents: 1000, providerRefundId: 're_listed' })
    await refund(guest, { status: 'requested', cents: 500 })
    await list({
      kind: 'refund',
      cents: -1000,
      paymentIntent: guest.paymentIntent,
      sourceId: 're_listed',
    })
    await readAt(2)
    expect(await found(guest.code)).toEqual([['refunds', 'not_settled', -1500, -1000]])
  })
})

test('money taken for a dispute is held back until it is decided, and then it has to be in the ledger', async () => {
  const [open, won] = [await pay(), await pay()]
  for (const [guest, status, id] of [
    [open, 'needs_response', 'dp_open'],
    [won, 'won', 'dp_won'],
  ] as const) {
    // oxlint-disable no-await-in-loop -- one dispute after the other
    await app.pool.query(
      'insert into disputes (id, checkout_id, reservation_id, amount_cents, status) values ($1, $2, $3, $4, $5)',
      [id, guest.checkoutId, guest.id, guest.cents, status],
    )
    await list({ kind: 'dispute', cents: -guest.cents, paymentIntent: guest.paymentIntent, sourceId: id })
    // oxlint-enable no-await-in-loop
  }
  await readAt(2)
  expect(await found(open.code)).toEqual([['disputes', 'not_settled', 0, -open.cents]])
  expect(await found(won.code)).toEqual([['disputes', 'provider_only', 0, -won.cents]])
})

test('fees, and payments of others on the account, belong to no night', async () => {
  const guest = await pay()
  await list({ kind: 'fee', cents: -25, paymentIntent: guest.paymentIntent })
  await list({ kind: 'charge', cents: 4000, paymentIntent: 'pi_of_another_shop' })
  await readAt(2)
  expect(await found(guest.code)).toEqual([])
  const codes = async (of: string) => (await readAccountFigures(app, of)).mismatches.map(({ code }) => code)
  expect(await codes('2026-11-20')).toEqual([])
})

test('a payment of ours that the database lost belongs to the night that was not over when it was made', async () => {
  // 4 AM in Texas.
  await app.pool.query(
    `insert into provider_transactions (id, provider, kind, amount_cents, fee_cents, payment_intent_id, checkout_id, created_at,
       available_on) values ('txn_lost', 'local', 'charge', 3000, 0, 'pi_lost', $1, '2026-11-20T10:00:00Z', '2026-11-24')`,
    [randomUUID()],
  )
  expect(await found('pi_lost', '2026-11-19')).toEqual([['charges', 'provider_only', 0, 3000]])
  expect(await found('pi_lost', '2026-11-20')).toEqual([])
})
