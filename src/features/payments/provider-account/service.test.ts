import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startBookings, type TestBookings } from '../../../../tests/booking/bookings.ts'
import { askFor, findNight, FRIDAY, type Night, tableOf } from '../../../../tests/booking/booking-fixtures.ts'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
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

beforeEach(() => {
  bookings.clock.now = FRIDAY
})

const DAY_MS = 86_400_000
const pass = (days: number): void => {
  bookings.clock.now = new Date(bookings.clock.now.getTime() + days * DAY_MS)
}
const read = () => readProviderAccount(bookings.deps())
const figures = () => readAccountFigures(app, date)

let tables = 0
/** A guest books the next table and pays. `isSettled`: the payment is noted here. */
async function pay({ isSettled = true } = {}) {
  const table = tableOf(night, tables)
  tables += 1
  const { id, sessionId } = await bookings.begin(night, askFor(night, { table }))
  const { payment_intent: intent } = await bookings.provider.control.pay({
    session: sessionId,
    outcome: 'approve',
  })
  if (isSettled) await settleCheckout(bookings.deps(), sessionId)
  const { entryCode } = await app.db
    .selectFrom('reservations')
    .where('id', '=', id)
    .select('entryCode')
    .executeTakeFirstOrThrow()
  return {
    id,
    sessionId,
    paymentIntent: typeof intent === 'string' ? intent : '',
    code: entryCode,
    cents: table.cents,
  }
}

const feeOf = (cents: number): number => Math.round(cents * 0.029) + 30

describe('the account at the provider', () => {
  let first: Awaited<ReturnType<typeof pay>>

  test('is read over its API, and has the charge of a payment with its fee', async () => {
    first = await pay()
    expect(await figures()).toMatchObject({
      readAt: null,
      mismatches: [{ why: 'not_settled', code: first.code, ledgerCents: first.cents, providerCents: 0 }],
    })
    expect(await read()).toEqual({ failure: null })
    expect(await figures()).toEqual({
      readAt: FRIDAY.toISOString(),
      failingSince: null,
      ledger: { charges: first.cents, refunds: 0, disputes: 0 },
      provider: { charges: first.cents, refunds: 0, disputes: 0 },
      feeCents: feeOf(first.cents),
      mismatches: [],
      payouts: [],
      waiting: { cents: first.cents - feeOf(first.cents), availableOn: '2026-11-23' },
    })
  })

  test('has each movement once, however often and from wherever it is read', async () => {
    const all = () => app.db.selectFrom('providerTransactions').selectAll().orderBy('id').execute()
    const before = await all()
    expect(before).toHaveLength(1)
    await read()
    pass(30)
    // From the first checkout on, a week at a time.
    await app.db.updateTable('providerReadings').set({ readUntil: FRIDAY }).execute()
    await read()
    expect((await all()).filter(({ kind }) => kind === 'charge')).toEqual(before)
    await expect(app.pool.query('update provider_transactions set amount_cents = 1')).rejects.toThrow(
      'never changed or deleted',
    )
  })

  test('shows the payout from its way to its arrival, and one that the bank returned', async () => {
    const netCents = first.cents - feeOf(first.cents)
    // The emulator made the payout of the 23rd while its clock was ahead, and it arrived.
    pass(30)
    await read()
    const paid = await figures()
    expect(paid.waiting).toBeNull()
    expect(paid.payouts).toMatchObject([
      { state: 'paid', arrivesOn: '2026-11-25', nightCents: netCents, amountCents: netCents, again: null },
    ])
    await bookings.provider.control.failPayout({ payout: paid.payouts[0]?.payoutId ?? '' })
    await read()
    expect((await figures()).payouts).toMatchObject([{ state: 'failed', again: null }])
    pass(1)
    await read()
    expect((await figures()).payouts).toMatchObject([
      { state: 'failed', failure: 'The bank account has been closed.', again: { state: 'on_its_way' } },
    ])
  })
})

describe('what does not match', () => {
  test('is named by the code of its reservation, with the reason', async () => {
    const unsettled = await pay({ isSettled: false })
    const refunded = await pay()
    const disputed = await pay()
    const differing = await pay({ isSettled: false })
    await bookings.provider.control.refund({ paymentIntent: refunded.paymentIntent, amount: 1000 })
    await bookings.provider.control.dispute({ paymentIntent: disputed.paymentIntent })
    await app.db
      .updateTable('checkouts')
      .set({ status: 'paid', paidAt: FRIDAY, receivedCents: differing.cents - 100 })
      .where('sessionId', '=', differing.sessionId)
      .execute()
    await read()
    pass(1 / 24)
    const late = await pay()
    const { mismatches } = await figures()
    const found = (code: string) =>
      mismatches
        .filter((it) => it.code === code)
        .map(({ group, why, ledgerCents, providerCents }) => [group, why, ledgerCents, providerCents])
    expect(found(unsettled.code)).toEqual([['charges', 'provider_only', 0, unsettled.cents]])
    expect(found(refunded.code)).toEqual([['refunds', 'provider_only', 0, -1000]])
    expect(found(disputed.code)).toEqual([['disputes', 'not_settled', 0, -disputed.cents]])
    expect(found(differing.code)).toEqual([['charges', 'differs', differing.cents - 100, differing.cents]])
    expect(found(late.code)).toEqual([['charges', 'not_settled', late.cents, 0]])
    expect(mismatches).toHaveLength(5)

    // Each is gone once both sides know of it.
    await settleCheckout(bookings.deps(), unsettled.sessionId)
    await syncRefunds(bookings.deps(), refunded.paymentIntent)
    const [dispute] = await bookings.deps().payments.listDisputes(FRIDAY)
    await recordDispute(bookings.deps(), dispute?.disputeId ?? '')
    await bookings.provider.control.closeDispute({ dispute: dispute?.disputeId ?? '', outcome: 'lost' })
    await recordDispute(bookings.deps(), dispute?.disputeId ?? '')
    await read()
    const after = await figures()
    expect(after.mismatches.map(({ code }) => code)).toEqual([differing.code])
    expect(after.ledger.disputes).toBe(-disputed.cents)
  })

  test('includes a payment that the provider never had, and one that the database lost', async () => {
    const guest = await pay()
    await app.pool.query(
      `insert into checkouts (reservation_id, provider, amount_cents, received_cents, status, paid_at, expires_at)
       values ($1, 'local', 500, 500, 'paid', $2, $2)`,
      [guest.id, bookings.clock.now],
    )
    await bookings.deps().payments.createCheckout({
      checkoutId: randomUUID(),
      reservationId: randomUUID(),
      lines: [{ label: 'Table 1', amountCents: 7000 }],
      guestEmail: 'ada@example.com',
      successUrl: 'http://localhost/',
      cancelUrl: 'http://localhost/',
      expiresAt: new Date(bookings.clock.now.getTime() + 3_600_000),
    })
    const { sessions } = await bookings.provider.control.readLedger()
    const lost = await bookings.provider.control.pay({
      session: sessions.at(-1)?.id ?? '',
      outcome: 'approve',
    })
    await read()
    // It is ours by what the provider kept, of no night that is known, and moved on this business date.
    expect((await readAccountFigures(app, '2026-11-20')).mismatches).toMatchObject([
      { why: 'provider_only', reservationId: null, code: lost.payment_intent, providerCents: 7000 },
    ])
    expect((await figures()).mismatches.filter(({ code }) => code === guest.code)).toMatchObject([
      { why: 'ledger_only', reservationId: guest.id, ledgerCents: 500, providerCents: 0 },
    ])
  })
})

test('a provider that does not answer leaves the figures as they were, and says since when', async () => {
  const before = await figures()
  await bookings.provider.control.setFaults({
    api: '500',
    only: 'GET /v1/balance_transactions',
    webhooks: { deliver: 'lost' },
  })
  pass(1)
  const since = bookings.clock.now.toISOString()
  expect(await read()).toEqual({ failure: expect.any(String) })
  pass(1)
  expect(await read()).toEqual({ failure: expect.any(String) })
  expect(await figures()).toEqual({ ...before, failingSince: since })
  await bookings.provider.control.setFaults({ webhooks: { deliver: 'lost' } })
  expect(await read()).toEqual({ failure: null })
  expect((await figures()).failingSince).toBeNull()
})
