import { describe, expect, test } from 'vitest'
import { settleCheckout } from '#features/payments/checkouts/service.ts'
import { listOpenIssues } from '#features/payments/revenue/service.ts'
import { finishAmendments } from '#features/reservation-management/amendments/outcomes/service.ts'
import { cancelByGuest, giveUpByGuest } from '#features/reservation-management/cancellation/service.ts'
import { makePaidChange } from '#features/reservation-management/guest-changes/payments/service.ts'
import { refundReservation } from '#features/reservation-management/service.ts'
import { seatAgain } from '#features/reservation-management/staff-bookings/seat-again/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import { dueAtVenue } from '#features/reservations/rules.ts'
import { addHours } from '#lib/venue-time.ts'
import { amend } from './amendments.ts'
import { failRefund, refundIdsOf } from './failed-refunds.ts'
import { useGuestChanges } from './guest-changes.ts'
import { done } from './staff.ts'

const venue = useGuestChanges()
const { asStaff, at, db, deps, later, rowOf } = venue

/**
 * Lets the refunds of a cancelled reservation go through and confirms it again. Returns its price, what the venue has of it and
 * what is due, as staff are told and as it is stored.
 */
async function confirmAgain(id: string) {
  later(3600)
  await venue.finish(id)
  const { dueCents: told } = await done(venue.setStatus(id, 'confirmed', 'cancelled'))
  const row = await rowOf(id)
  const heldCents = row.receivedCents - row.refundedCents - row.disputedCents - row.creditCents
  const stored = dueAtVenue({ ...row, totalCents: row.totalPriceCents })
  return { priceCents: row.totalPriceCents, heldCents, told, stored }
}

/** Expects that what is due and what the venue has make the price, less a gesture. */
async function expectPriceDue(id: string, gestureCents = 0): Promise<void> {
  const { priceCents, heldCents, told, stored } = await confirmAgain(id)
  expect({ told, stored }).toEqual({
    told: priceCents - heldCents - gestureCents,
    stored: priceCents - heldCents - gestureCents,
  })
}

const checkoutOf = (sessionId: string) =>
  db().selectFrom('checkouts').select('id').where('sessionId', '=', sessionId).executeTakeFirstOrThrow()

const openIssuesOf = async (id: string) =>
  (await listOpenIssues(deps())).filter((it) => it.reservation?.id === id)

const beginScreen = (id: string) => venue.beginPaying(id, { packages: ['screen_display'] })

test('a refunded cancellation makes the price due again, once', async () => {
  const id = await venue.paidAt('cheapest')
  await done(cancelByGuest(deps(), id))
  await expectPriceDue(id)
})

test('so it is where the payment of a change came after the cancellation, and went back', async () => {
  const id = await venue.paidAt('cheapest')
  const session = await beginScreen(id)
  await done(cancelByGuest(deps(), id))
  await venue.pay(session)
  await venue.comeBack(session)
  await expectPriceDue(id)
})

test('so it is where a change was paid before a cancellation that keeps the money', async () => {
  const id = await venue.paidAt('cheapest')
  const session = await beginScreen(id)
  await venue.pay(session)
  await venue.settle(session)
  later(1)
  await done(venue.cancel(id, 'keep'))
  await makePaidChange(deps(), (await checkoutOf(session)).id)
  await expectPriceDue(id)
})

test('so it is where a lower price is refunded after the guest gave the table up', async () => {
  const id = await venue.paidAt('cheapest')
  const session = await beginScreen(id)
  await venue.pay(session)
  await venue.comeBack(session)
  const { startsAt } = await rowOf(id)
  at(addHours(startsAt, -2))
  await done(amend(asStaff(), id, { packages: [], price: { decision: 'refund', reason: '' } }))
  later(3)
  await done(giveUpByGuest(deps(), id))
  later(30)
  await finishAmendments(deps(), id)
  at(addHours(startsAt, -1.5))
  await expectPriceDue(id)
})

test('so it is where a credit went back with the cancellation', async () => {
  await db().updateTable('venue').set({ creditOnMove: true }).execute()
  const { id, wanted } = await venue.movable('dearest', (cents, paid) => cents < paid)
  await done(venue.change(id, wanted))
  await finishAmendments(deps(), id)
  expect((await rowOf(id)).creditCents).toBeGreaterThan(0)
  await done(cancelByGuest(deps(), id))
  await db().updateTable('venue').set({ creditOnMove: false }).execute()
  await expectPriceDue(id)
})

test('so it is where a wrong amount was paid for a hold, and went back', async () => {
  await venue.reloadNight()
  const { id, sessionId } = await venue.begin()
  await db().updateTable('checkouts').set({ amountCents: 30000 }).where('reservationId', '=', id).execute()
  await venue.pay(sessionId)
  await settleCheckout(deps(), sessionId)
  await expectPriceDue(id)
})

test.each([
  ['without a change', false],
  ['with the payment of a change that went back', true],
])('a refund as a gesture before the cancellation stays one, %s', async (_what, isChanging) => {
  const id = await venue.paidAt('cheapest')
  const session = isChanging ? await beginScreen(id) : null
  await done(refundReservation(asStaff(), id, { amount: 3000, reason: 'A gesture' }))
  // The database has a clock of its own.
  await new Promise((resolve) => setTimeout(resolve, 20))
  await done(cancelByGuest(deps(), id))
  if (session) {
    await venue.pay(session)
    await venue.comeBack(session)
  }
  await expectPriceDue(id, 3000)
})

test('a reservation that is cancelled and confirmed again twice counts no refund twice', async () => {
  const id = await venue.paidAt('cheapest')
  await done(cancelByGuest(deps(), id))
  await expectPriceDue(id)
  await done(venue.cancel(id, 'later'))
  await expectPriceDue(id)
})

describe('where the refund of the price and that of a change fail', () => {
  /** A cancelled reservation of which the price and the payment of a change went back in vain, and its issues by amount. */
  async function bothFailed() {
    const id = await venue.paidAt('cheapest')
    const session = await beginScreen(id)
    await done(cancelByGuest(deps(), id))
    await venue.pay(session)
    await venue.comeBack(session)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    for (const refundId of await refundIdsOf(venue.bookings(), id))
      await failRefund(venue.bookings(), refundId)
    const issues = await openIssuesOf(id)
    const [ofChange, ofPrice] = issues.toSorted((a, b) => (a.amountCents ?? 0) - (b.amountCents ?? 0))
    return { id, ofChange: ofChange?.id ?? '', ofPrice: ofPrice?.id ?? '' }
  }

  test.each(['ofChange', 'ofPrice'] as const)(
    'a guest who is seated again from the issue %s has paid, and a credit; no issue offers the price',
    async (from) => {
      const { id, ...issues } = await bothFailed()
      const { tableId, receivedCents, totalPriceCents } = await rowOf(id)
      const { act } = await done(seatAgain(asStaff(), issues[from], [tableId ?? '']))
      expect(await openIssuesOf(id)).toEqual([])
      const row = await rowOf(id)
      expect(row).toMatchObject({ refundedCents: 0, creditCents: receivedCents - totalPriceCents })
      expect(dueAtVenue({ ...row, totalCents: totalPriceCents })).toBe(0)
      await done(undoChange(asStaff(), id, act.actId))
      expect(await openIssuesOf(id)).toHaveLength(2)
      expect(await rowOf(id)).toMatchObject({ status: 'cancelled', creditCents: 0 })
    },
  )
})
