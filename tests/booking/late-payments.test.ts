import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startBookings, type TestBookings } from './bookings.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { countParties, findNight, FRIDAY, type Night, tableOf } from './booking-fixtures.ts'
import { settleCheckout } from '#features/payments/checkouts/service.ts'
import { issueRefund } from '#features/payments/refunds/service.ts'
import { cancelReservation } from '#features/reservations/service.ts'

let app: TestDatabase
let bookings: TestBookings
let night: Night
beforeAll(async () => {
  app = await cloneDatabase()
  bookings = await startBookings(app, FRIDAY)
})
beforeEach(async () => {
  bookings.clock.now = FRIDAY
  await bookings.provider.control.setFaults({ webhooks: { deliver: 'lost' } })
  night = await findNight(app.db)
})

const later = (minutes: number) =>
  void (bookings.clock.now = new Date(bookings.clock.now.getTime() + minutes * 60_000))
const pay = (session: string, outcome: 'approve' | 'late' = 'approve') =>
  bookings.provider.control.pay({ session, outcome })
const settle = (sessionId: string) => settleCheckout(bookings.deps(), sessionId)
const find = (id: string) =>
  app.db
    .selectFrom('reservations')
    .select(['status', 'cancelReason', 'paymentStatus'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const mailsOf = async (id: string) =>
  (await app.db.selectFrom('emailQueue').select('kind').where('reservationId', '=', id).execute()).map(
    (it) => it.kind,
  )
const refundsOf = (id: string) =>
  app.db.selectFrom('refunds').selectAll().where('reservationId', '=', id).execute()
const issuesOf = (id: string) =>
  app.db.selectFrom('paymentExceptions').selectAll().where('reservationId', '=', id).execute()

async function giveAllBack(id: string): Promise<void> {
  for (const refund of await refundsOf(id)) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as the queue does
    await issueRefund(bookings.deps(), refund.id)
  }
}

describe('a payment that arrives after the release', () => {
  async function paidTooLate(reason: 'hold_expired' | 'staff', isTaken: boolean) {
    const { id, sessionId } = await bookings.begin(night)
    await pay(sessionId)
    await cancelReservation(app.db, id, reason)
    if (isTaken) await bookings.begin(night)
    await settle(sessionId)
    await giveAllBack(id)
    return id
  }

  test('gets the table where it is still free', async () => {
    expect(await find(await paidTooLate('hold_expired', false))).toMatchObject({
      status: 'confirmed',
      paymentStatus: 'paid',
    })
  })

  test('is refunded where another guest has the table, and the guest is emailed', async () => {
    const id = await paidTooLate('hold_expired', true)
    expect(await find(id)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' })
    expect(await refundsOf(id)).toMatchObject([{ reason: 'table_gone', status: 'succeeded' }])
    expect(await mailsOf(id)).toEqual(['table_gone'])
    expect(await countParties(app.db, night, tableOf(night).id)).toBe(1)
  })

  test('goes back where staff cancelled on purpose', async () => {
    expect(await find(await paidTooLate('staff', false))).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
    })
  })
})

describe('a payment after the night has ended', () => {
  async function holdAtTheEnd() {
    bookings.clock.now = new Date(night.event.endsAt.getTime() - 5 * 60_000)
    const { id, sessionId } = await bookings.begin(night)
    later(6)
    return { id, sessionId }
  }

  test('goes back, and the hold ends with it', async () => {
    const { id, sessionId } = await holdAtTheEnd()
    await pay(sessionId)
    await settle(sessionId)
    await giveAllBack(id)
    expect(await find(id)).toEqual({
      status: 'cancelled',
      cancelReason: 'hold_expired',
      paymentStatus: 'refunded',
    })
    expect(await mailsOf(id)).toEqual(['table_gone'])
    expect(await issuesOf(id)).toEqual([])
  })

  test('counts where the bank was at it before', async () => {
    await bookings.provider.control.setFaults({ settleAfterMs: 3_600_000, webhooks: { deliver: 'lost' } })
    const { id, sessionId } = await holdAtTheEnd()
    await pay(sessionId, 'late')
    await settle(sessionId)
    later(61)
    await settle(sessionId)
    expect(await find(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
  })
})
