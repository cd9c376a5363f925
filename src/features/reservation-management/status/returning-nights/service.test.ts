import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { useGuestChanges } from '../../../../../tests/booking/guest-changes.ts'
import { done } from '../../../../../tests/booking/staff.ts'
import { raiseIssue } from '#features/payments/issues/service.ts'
import { settleCheckout } from '#features/payments/checkouts/service.ts'
import { deleteReservation, restoreReservation } from '#features/reservation-management/deletion/service.ts'
import { seatAgain } from '#features/reservation-management/staff-bookings/seat-again/service.ts'
import { renderReservationEmail } from '#features/reservation-management/guest-emails/service.ts'
import { addDays, formatDate } from '#lib/venue-time.ts'

const { night, begin, pay, paidAt, rowOf, db, deps, asStaff, cancel, ...rest } = useGuestChanges()
const { finish, later, setStatus, refundsOf } = rest

const eventOf = (id: string) =>
  db()
    .selectFrom('events')
    .select(['date', 'startsAt', 'endsAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const change = (set: object) =>
  db().updateTable('events').set(set).where('id', '=', night().event.id).execute()
/** Staff may move or delete a night once it has no parties. */
const moveNight = async (days: number): Promise<void> => {
  const { date } = await eventOf(night().event.id)
  await change({ date: addDays(date, days) })
}
let undo: (() => Promise<unknown>) | null = null
afterEach(async () => {
  await undo?.()
  undo = null
})
// Each time to another date on which no guest has a table.
let days = 400
async function nightMoves(): Promise<void> {
  days += 1
  const moved = days
  await moveNight(moved)
  undo = () => moveNight(-moved)
}
async function nightIsDeleted(): Promise<void> {
  await change({ deletedAt: deps().now })
  undo = () => change({ deletedAt: null })
}
async function expectAtNight(id: string): Promise<void> {
  const { eventId, status, businessDate: date, startsAt, endsAt } = await rowOf(id)
  expect(status).toBe('confirmed')
  expect({ date, startsAt, endsAt }).toEqual(await eventOf(eventId ?? ''))
  const lines = await db()
    .selectFrom('ledgerLines')
    .select(({ fn }) => ['night', fn.sum<string>('amountCents').as('cents')])
    .where('reservationId', '=', id)
    .groupBy('night')
    .execute()
  const left = lines.filter(({ cents }) => Number(cents) !== 0)
  expect(left.every((it) => it.night === date)).toBe(true)
}
async function cancelled(): Promise<string> {
  const id = await paidAt('cheapest')
  await done(cancel(id, 'keep'))
  later(30)
  await finish(id)
  return id
}

test('a reservation that staff confirm again stands for its night as that is now, with its money', async () => {
  const id = await cancelled()
  await nightMoves()
  await done(setStatus(id, 'confirmed', 'cancelled'))
  await expectAtNight(id)
  const mail = await renderReservationEmail(deps(), id, 'confirmation')
  const { businessDate } = await rowOf(id)
  expect(mail?.text).toContain(formatDate(businessDate))
})

test('a reservation that is restored from the trash does so, too', async () => {
  const id = await cancelled()
  await done(setStatus(id, 'confirmed', 'cancelled'))
  await db().updateTable('reservations').set({ keptCents: 1_000_000 }).where('id', '=', id).execute()
  await done(deleteReservation(asStaff(), id))
  later(30)
  await finish(id)
  await nightMoves()
  await done(restoreReservation(asStaff(), id))
  await expectAtNight(id)
})

test('a guest whose refund failed is seated again on the night as it is now', async () => {
  const id = await cancelled()
  const { tableId } = await rowOf(id)
  const checkout = await db()
    .selectFrom('checkouts')
    .select('id')
    .where('reservationId', '=', id)
    .executeTakeFirstOrThrow()
  const subject = randomUUID()
  await raiseIssue(db(), {
    kind: 'refund_failed',
    subject,
    reservationId: id,
    checkoutId: checkout.id,
    amountCents: 5000,
    detail: 'x',
  })
  const issue = await db()
    .selectFrom('paymentExceptions')
    .select('id')
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow()
  await nightMoves()
  await done(seatAgain(asStaff(), issue.id, [tableId ?? '']))
  await expectAtNight(id)
})

test('no reservation stands again for an event that was deleted', async () => {
  const id = await cancelled()
  await nightIsDeleted()
  const refused = await setStatus(id, 'confirmed', 'cancelled')
  expect(JSON.stringify(refused)).toContain('was deleted. Restore the event first')
  expect(await rowOf(id)).toMatchObject({ status: 'cancelled' })
})

test('a payment that arrives after its hold ended goes back where the night was moved or deleted meanwhile', async () => {
  for (const happens of [nightMoves, nightIsDeleted]) {
    // oxlint-disable no-await-in-loop -- one night after the other
    const { id, sessionId } = await begin()
    await db()
      .updateTable('reservations')
      .set({ status: 'cancelled', cancelReason: 'hold_expired', paymentStatus: 'none' })
      .where('id', '=', id)
      .execute()
    await happens()
    await pay(sessionId)
    await settleCheckout(deps(), sessionId)
    expect(await rowOf(id)).toMatchObject({ status: 'cancelled' })
    expect(await refundsOf(id)).toHaveLength(1)
    await undo?.()
    undo = null
    // oxlint-enable no-await-in-loop
  }
})
