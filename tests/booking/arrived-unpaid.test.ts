import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { bookTable, releaseExpiredHolds } from '#features/holds/booking/service.ts'
import { recordArrivals } from '#features/reservation-management/tonight/arrival-acts/service.ts'
import { dueAtVenue } from '#features/reservations/rules.ts'
import { addHours, addMinutes } from '#lib/venue-time.ts'
import { askFor, newIdentity } from './booking-fixtures.ts'
import { useGuestChanges } from './guest-changes.ts'
import { done } from './staff.ts'

/* Guests who were let in before their payment was certain. */

const venue = useGuestChanges()
const { asStaff, at, bookings, deps, emailsOf, night, rowOf } = venue

const MINUTES_AT_THE_BANK = 40

/** A guest pays for a table while the night runs, by a payment that the bank works on and refuses later. */
async function payingSlowly() {
  await venue.reloadNight()
  at(addHours(night().event.startsAt, 1))
  const settleAfterMs = MINUTES_AT_THE_BANK * 60_000
  await bookings().provider.control.setFaults({ settleAfterMs, webhooks: { deliver: 'lost' } })
  const { id, sessionId } = await venue.begin()
  await venue.pay(sessionId, 'late-fail')
  await venue.settle(sessionId)
  return { id, sessionId }
}

async function letIn(id: string): Promise<void> {
  const now = deps().now.toISOString()
  const act = { id: randomUUID(), kind: 'arrived', guests: 1, at: now, reservationId: id } as const
  expect(await done(recordArrivals(asStaff(), { sentAt: now, acts: [act] }))).toMatchObject([
    { isRecorded: true },
  ])
}

/** The table stays with the party, and its price is due at the venue. */
async function expectSeatedAndDue(id: string): Promise<void> {
  const row = await rowOf(id)
  expect(row).toMatchObject({ status: 'confirmed', cancelReason: null, heldUntil: null })
  expect(dueAtVenue({ ...row, totalCents: row.totalPriceCents })).toBe(row.totalPriceCents)
  expect(await emailsOf(id)).not.toContain('payment_refused')
  const table = night().tables.find((it) => it.id === row.tableId)
  const sold = await bookTable(deps(), askFor(night(), { ...(table && { table }) }), newIdentity())
  expect(sold).toMatchObject({ ok: false, reason: { why: 'table_taken' } })
}

test('a party keeps its table where the bank refuses the payment while it sits there', async () => {
  const { id, sessionId } = await payingSlowly()
  await letIn(id)
  at(addMinutes(deps().now, MINUTES_AT_THE_BANK + 1))
  await venue.settle(sessionId)
  await expectSeatedAndDue(id)
  expect((await rowOf(id)).paymentStatus).toBe('failed')
})

test('so it does where its hold ends unpaid', async () => {
  await venue.reloadNight()
  at(addHours(night().event.startsAt, 1))
  const { reservationId: id } = await done(bookTable(deps(), askFor(night()), newIdentity()))
  await letIn(id)
  at(addHours(deps().now, 1))
  await releaseExpiredHolds(deps())
  await expectSeatedAndDue(id)
})

test('so it does where its payment was not the price, and goes back', async () => {
  await venue.reloadNight()
  at(addHours(night().event.startsAt, 1))
  const { id, sessionId } = await venue.begin()
  await letIn(id)
  const db = venue.db()
  await db.updateTable('checkouts').set({ amountCents: 30_000 }).where('reservationId', '=', id).execute()
  await venue.pay(sessionId)
  await venue.settle(sessionId)
  await expectSeatedAndDue(id)
  const { receivedCents, refundedCents } = await rowOf(id)
  expect(refundedCents).toBe(receivedCents)
})

test('the price of a party that came is due where the bank refuses the payment days after the night', async () => {
  const { id, sessionId } = await payingSlowly()
  await letIn(id)
  at(addHours(night().event.endsAt, 72))
  await venue.settle(sessionId)
  const row = await rowOf(id)
  expect(row).toMatchObject({ status: 'confirmed', paymentStatus: 'failed' })
  expect(dueAtVenue({ ...row, totalCents: row.totalPriceCents })).toBe(row.totalPriceCents)
})

test('a table that no party came to is released as before', async () => {
  const { id, sessionId } = await payingSlowly()
  at(addMinutes(deps().now, MINUTES_AT_THE_BANK + 1))
  await venue.settle(sessionId)
  expect(await rowOf(id)).toMatchObject({ status: 'cancelled', cancelReason: 'payment_failed' })
  expect(await emailsOf(id)).toContain('payment_refused')
})
