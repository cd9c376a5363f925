import { describe, expect, test } from 'vitest'
import { bookTable } from '#features/holds/booking/service.ts'
import { refusalCopy } from '#features/holds/rules.ts'
import { askFor, countParties, newIdentity, tableOf } from './booking-fixtures.ts'
import { useBookings } from './use-bookings.ts'
import { openCheckout } from '#features/payments/sessions/service.ts'
import { dueAtVenue } from '#features/reservations/rules.ts'
import { done } from './staff.ts'
import { cancelReservation } from '#features/reservations/service.ts'

const { app, bookings, night, later, pay, settle, find, mailsOf, refundsOf, issuesOf, giveAllBack } =
  useBookings()

describe('a payment that arrives after the release', () => {
  async function paidTooLate(reason: 'hold_expired' | 'staff', isTaken: boolean) {
    const { id, sessionId } = await bookings().begin(night())
    await pay(sessionId)
    await cancelReservation(app().db, id, reason)
    if (isTaken) await bookings().begin(night())
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
    expect(await countParties(app().db, night(), tableOf(night()).id)).toBe(1)
  })

  test('is the whole price where an earlier payment of the hold went back: a rise of the price is due', async () => {
    const { id, sessionId } = await bookings().begin(night())
    // The session was taken for lost, and another one opened.
    await app()
      .db.updateTable('checkouts')
      .set({ status: 'lost' })
      .where('sessionId', '=', sessionId)
      .execute()
    const { sessionId: second } = await done(openCheckout(bookings().deps(), id))
    await cancelReservation(app().db, id, 'hold_expired')
    const taken = await bookings().begin(night())
    await pay(sessionId)
    await settle(sessionId)
    await giveAllBack(id)
    await cancelReservation(app().db, taken.id, 'guest')
    await pay(second ?? '')
    await settle(second ?? '')
    const row = await app()
      .db.selectFrom('reservations')
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(row.status).toBe('confirmed')
    expect(dueAtVenue({ ...row, totalCents: row.totalPriceCents })).toBe(0)
    expect(dueAtVenue({ ...row, totalCents: row.totalPriceCents + 500 })).toBe(500)
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
    bookings().clock.now = new Date(night().event.endsAt.getTime() - 5 * 60_000)
    const { id, sessionId } = await bookings().begin(night())
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
    await bookings().provider.control.setFaults({ settleAfterMs: 3_600_000, webhooks: { deliver: 'lost' } })
    const { id, sessionId } = await holdAtTheEnd()
    await pay(sessionId, 'late')
    await settle(sessionId)
    later(61)
    await settle(sessionId)
    expect(await find(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
  })
})

test('a form with changes is refused for the bank that is still at work, and not as paid', async () => {
  await bookings().provider.control.setFaults({ settleAfterMs: 3_600_000, webhooks: { deliver: 'lost' } })
  const asked = askFor(night())
  const guest = newIdentity()
  const { reservationId } = await done(bookTable(bookings().deps(), asked, guest))
  const { sessionId } = await done(openCheckout(bookings().deps(), reservationId))
  await pay(sessionId ?? '', 'late-fail')
  await settle(sessionId ?? '')
  const changed = { ...asked, specialRequests: 'A cake' }
  const again = () => bookTable(bookings().deps(), changed, guest)
  expect(await again()).toMatchObject({ ok: false, reason: { why: 'payment_processing' } })
  expect(refusalCopy('payment_processing').text).toContain('Your bank is still working on your payment.')
  expect(await find(reservationId)).toMatchObject({ status: 'pending', paymentStatus: 'pending' })
})

test('a form with changes after the payment is refused as paid', async () => {
  const asked = askFor(night())
  const guest = newIdentity()
  const { reservationId } = await done(bookTable(bookings().deps(), asked, guest))
  const { sessionId } = await done(openCheckout(bookings().deps(), reservationId))
  await pay(sessionId ?? '')
  const again = await bookTable(bookings().deps(), { ...asked, specialRequests: 'A cake' }, guest)
  expect(again).toMatchObject({ ok: false, reason: { why: 'already_confirmed' } })
})
