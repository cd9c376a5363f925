import { describe, expect, test } from 'vitest'
import { useGuestChanges } from '../../../../tests/booking/guest-changes.ts'
import { failRefund, refundIdsOf } from '../../../../tests/booking/failed-refunds.ts'
import { done } from '../../../../tests/booking/staff.ts'
import { listOpenIssues, refundIssue } from '#features/payments/revenue/service.ts'
import { finishAmendments } from '#features/reservation-management/amendments/outcomes/service.ts'
import { cancelByGuest, giveUpByGuest } from '#features/reservation-management/cancellation/service.ts'
import { seatAgain } from '#features/reservation-management/staff-bookings/seat-again/service.ts'
import { refundReservation } from '#features/reservation-management/service.ts'
import { changeStatus } from '#features/reservation-management/status/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import { addHours } from '#lib/venue-time.ts'
import { recordDispute } from '../service.ts'
import { requestPartRefund } from './service.ts'

const { bookings, asStaff, at, deps, db, rowOf, change, movable, useVenueSettings } = useGuestChanges()
useVenueSettings({ creditOnMove: true }, { creditOnMove: false })

/** A reservation that its guest moved to a cheaper night, and the credit. */
async function credited() {
  const { id, paidCents, wanted, cents } = await movable('dearest', (it, paid) => it < paid)
  await done(change(id, wanted))
  await finishAmendments(deps(), id)
  return { id, priceCents: cents, creditCents: paidCents - cents }
}

/** Fails the last refund of a reservation. */
const failLast = async (id: string) => failRefund(bookings(), (await refundIdsOf(bookings(), id)).at(-1))

const issueOf = async (id: string) => {
  const issues = (await listOpenIssues(deps())).filter((it) => it.reservation?.id === id)
  expect(issues).toMatchObject([{ kind: 'refund_failed' }])
  return issues[0]?.id ?? ''
}

describe('a refund of a credit that fails at the bank', () => {
  test('is still owed to a guest who gives up the table, and is refunded once more', async () => {
    const { id, priceCents, creditCents } = await credited()
    const refund = { amountCents: creditCents, note: 'Asked for', requestedBy: asStaff().actor.id }
    await db()
      .transaction()
      .execute(async (trx) => void (await requestPartRefund(trx, id, refund)))
    await failLast(id)
    at(addHours((await rowOf(id)).startsAt, -1))
    await done(giveUpByGuest(deps(), id))
    expect(await rowOf(id)).toMatchObject({ status: 'cancelled', keptCents: priceCents })
    await done(refundIssue(asStaff(), await issueOf(id), 'Once more'))
    expect(await rowOf(id)).toMatchObject({ keptCents: priceCents, refundedCents: creditCents })
  })

  test('is a credit again of a guest who is seated again instead', async () => {
    const { id, priceCents, creditCents } = await credited()
    await done(cancelByGuest(deps(), id))
    await failLast(id)
    const { tableId } = await rowOf(id)
    const seat = async () => done(seatAgain(asStaff(), await issueOf(id), [tableId ?? '']))
    const { act } = await seat()
    await done(undoChange(asStaff(), id, act.actId))
    expect(await rowOf(id)).toMatchObject({ status: 'cancelled', creditCents: 0 })
    await seat()
    const after = await rowOf(id)
    expect(after).toMatchObject({ status: 'confirmed', totalPriceCents: priceCents, creditCents })
    expect(after.priceRefundedCents).toBe(0)
    expect(after.creditUntil).not.toBeNull()
  })
})

test('a refund that failed is no issue any more of a reservation that staff confirm again', async () => {
  const { id, priceCents, creditCents } = await credited()
  await done(cancelByGuest(deps(), id))
  await failLast(id)
  const { act } = await done(changeStatus(asStaff(), id, { status: 'confirmed', seen: 'cancelled' }))
  expect(await listOpenIssues(deps())).toEqual([])
  expect(await rowOf(id)).toMatchObject({ totalPriceCents: priceCents, creditCents, priceRefundedCents: 0 })
  await done(undoChange(asStaff(), id, act?.actId ?? ''))
  await issueOf(id)
  expect(await rowOf(id)).toMatchObject({ creditCents: 0, priceRefundedCents: creditCents })
})

test('of money that was kept, what staff refund later is kept no more', async () => {
  const { id, paidCents } = await movable('dearest', (it, paid) => it < paid)
  const money = { decision: 'keep', reason: 'Too late' } as const
  await done(changeStatus(asStaff(), id, { status: 'cancelled', seen: 'confirmed', money }))
  expect(await rowOf(id)).toMatchObject({ status: 'cancelled', keptCents: paidCents })
  await done(refundReservation(asStaff(), id, { amount: 1000, reason: 'The storm' }))
  expect(await rowOf(id)).toMatchObject({ keptCents: paidCents - 1000, refundedCents: 1000 })
})

describe('a credit whose payment is lost to a dispute', () => {
  /** Loses the payment of a reservation to a dispute; `win` gives it back. */
  async function disputed(id: string) {
    const { paymentIntentId } = await db()
      .selectFrom('checkouts')
      .where('reservationId', '=', id)
      .where('receivedCents', '>', 0)
      .select('paymentIntentId')
      .executeTakeFirstOrThrow()
    const { control } = bookings().provider
    const { id: dispute } = await control.dispute({ paymentIntent: paymentIntentId ?? '' })
    const close = async (outcome: 'lost' | 'won') => {
      await control.closeDispute({ dispute, outcome })
      await recordDispute(deps(), dispute)
      await recordDispute(deps(), dispute)
    }
    await close('lost')
    return { win: () => close('won') }
  }

  test('comes back with its last day where the bank gives the money back', async () => {
    const { id, creditCents } = await credited()
    const { creditUntil } = await rowOf(id)
    const { win } = await disputed(id)
    expect(await rowOf(id)).toMatchObject({ creditCents: 0, creditUntil: null })
    await win()
    expect(await rowOf(id)).toMatchObject({ creditCents, creditUntil, disputedCents: 0 })
  })

  test('comes back less what a dearer price takes of it meanwhile', async () => {
    const { id, creditCents } = await credited()
    const { win } = await disputed(id)
    await db()
      .updateTable('reservations')
      .set((eb) => ({ totalPriceCents: eb('totalPriceCents', '+', 100) }))
      .where('id', '=', id)
      .execute()
    await win()
    expect(await rowOf(id)).toMatchObject({ creditCents: creditCents - 100 })
  })
})
