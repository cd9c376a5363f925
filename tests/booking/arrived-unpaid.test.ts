import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { bookTable, releaseExpiredHolds } from '#features/holds/booking/service.ts'
import { undoVenuePayment } from '#features/payments/at-venue/corrections/service.ts'
import { recordVenuePayment } from '#features/payments/at-venue/service.ts'
import { listOpenIssues, settleIssue } from '#features/payments/revenue/service.ts'
import { recordArrivals } from '#features/reservation-management/tonight/arrival-acts/service.ts'
import { changeStatus } from '#features/reservation-management/status/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
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

const refusedIssues = (id: string) =>
  venue
    .db()
    .selectFrom('paymentExceptions')
    .where('reservationId', '=', id)
    .where('kind', '=', 'payment_refused')
    .select(['amountCents', 'resolvedAt'])
    .execute()

/** A party that came on its payment, whose bank refused it days later. */
async function leftUnpaid() {
  const { id, sessionId } = await payingSlowly()
  await letIn(id)
  at(addHours(night().event.endsAt, 72))
  await venue.settle(sessionId)
  return { id, sessionId, price: (await rowOf(id)).totalPriceCents }
}

test('staff are told of a refused payment of a party that came, once, and until it is paid', async () => {
  const { id, sessionId, price } = await leftUnpaid()
  await venue.settle(sessionId)
  expect(await refusedIssues(id)).toEqual([{ amountCents: price, resolvedAt: null }])
  expect(await listOpenIssues(deps())).toContainEqual(
    expect.objectContaining({ kind: 'payment_refused', refundableCents: 0, canSeatAgain: false }),
  )
  const take = (amount: number) => {
    const key = randomUUID()
    return { key, paid: done(recordVenuePayment(asStaff(), id, { key, amount, method: 'card', note: '' })) }
  }
  await take(10_000).paid
  expect(await refusedIssues(id)).toEqual([{ amountCents: price - 10_000, resolvedAt: null }])
  const rest = take(price - 10_000)
  await rest.paid
  expect(await refusedIssues(id)).toMatchObject([{ resolvedAt: expect.any(Date) }])
  await done(undoVenuePayment(asStaff(), id, { key: rest.key }))
  expect(await refusedIssues(id)).toEqual([{ amountCents: price - 10_000, resolvedAt: null }])
})

test('an issue that staff settled themselves stays settled', async () => {
  const { id, price } = await leftUnpaid()
  const issue = (await listOpenIssues(deps())).find((it) => it.reservation?.id === id)
  await done(settleIssue(asStaff(), issue?.id ?? '', 'They pay by invoice'))
  await done(
    recordVenuePayment(asStaff(), id, { key: randomUUID(), amount: 10_000, method: 'cash', note: '' }),
  )
  expect(await refusedIssues(id)).toMatchObject([{ amountCents: price, resolvedAt: deps().now }])
})

test('the issue ends where staff cancel the reservation, and opens again by their Undo', async () => {
  const { id, price } = await leftUnpaid()
  const form = { status: 'cancelled', seen: 'confirmed', agreesToArrived: true } as const
  const { act } = await done(changeStatus(asStaff(), id, form))
  expect(await refusedIssues(id)).toEqual([{ amountCents: price, resolvedAt: expect.any(Date) }])
  await done(undoChange(asStaff(), id, act?.actId ?? ''))
  expect(await refusedIssues(id)).toEqual([{ amountCents: price, resolvedAt: null }])
})

test('a table that no party came to is released as before', async () => {
  const { id, sessionId } = await payingSlowly()
  at(addMinutes(deps().now, MINUTES_AT_THE_BANK + 1))
  await venue.settle(sessionId)
  expect(await rowOf(id)).toMatchObject({ status: 'cancelled', cancelReason: 'payment_failed' })
  expect(await emailsOf(id)).toContain('payment_refused')
  expect(await refusedIssues(id)).toEqual([])
})
