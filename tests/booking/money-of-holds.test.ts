import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { bookTable, reconcile, releaseExpiredHolds, releaseHold } from '#features/holds/booking/service.ts'
import { grantAllowance, recordVenuePayment } from '#features/payments/at-venue/service.ts'
import { findReservationDetails } from '#features/reservation-management/list/service.ts'
import { correctEmailByGuest } from '#features/reservation-management/guest-changes/contact/service.ts'
import { dropExpiredChanges } from '#features/reservation-management/guest-changes/payments/service.ts'
import { setSpecialDay, undoSpecialDay } from '#features/reservation-management/special-days/service.ts'
import { amend } from './amendments.ts'
import { askFor, newIdentity } from './booking-fixtures.ts'
import { useGuestChanges } from './guest-changes.ts'
import { done } from './staff.ts'

const venue = useGuestChanges()
const { db, deps, asStaff, rowOf, later } = venue

/** Ends the holds that other tests left. */
beforeEach(async () => {
  await db()
    .updateTable('reservations')
    .set({ status: 'cancelled' })
    .where('status', '=', 'pending')
    .where('holdKey', 'is not', null)
    .execute()
  await venue.reloadNight()
})

const begin = () => venue.bookings().begin(venue.night())
const HOLD_SECONDS = 15 * 60

/** The server stopped before it stored the session that the provider opened. */
const loseSession = (id: string) =>
  db()
    .updateTable('checkouts')
    .set({ status: 'opening', sessionId: null, url: null })
    .where('reservationId', '=', id)
    .where('status', '=', 'open')
    .execute()

test('a table that is only held takes no money and no comp from staff, who are told to confirm it', async () => {
  const { reservationId: id } = await done(bookTable(deps(), askFor(venue.night()), newIdentity()))
  const refusal = { ok: false, reason: { text: expect.stringMatching(/only held.*Confirm the reservation/) } }
  const payment = { key: randomUUID(), amount: 5000, method: 'cash', note: '' } as const
  expect(await recordVenuePayment(asStaff(), id, payment)).toMatchObject(refusal)
  const comp = { key: randomUUID(), kind: 'comp', amount: 5000, reason: 'A regular' } as const
  expect(await grantAllowance(asStaff(), id, comp)).toMatchObject(refusal)
  const details = () => findReservationDetails({ ...asStaff(), tokens: deps().tokens }, id)
  expect(await details()).toMatchObject({ isHeld: true })
  await done(venue.setStatus(id, 'confirmed', 'pending'))
  expect(await details()).toMatchObject({ isHeld: false })
  await done(recordVenuePayment(asStaff(), id, payment))
})

test('a paid night that staff set back to pending is not let go by an old tab of its guest', async () => {
  const id = await venue.paidAt('cheapest')
  await done(venue.setStatus(id, 'pending', 'confirmed'))
  expect(await releaseHold(deps(), id, 'guest')).toBe('confirmed')
  expect(await rowOf(id)).toMatchObject({ status: 'pending', paymentStatus: 'paid' })
})

test('a guest who pays keeps the table though staff close the day meanwhile, and undo that', async () => {
  const { id, sessionId } = await begin()
  const { businessDate: date } = await rowOf(id)
  const day = { date, service: 'social' } as const
  const closing = { ...day, opens: '', closes: '', reason: 'Works', closedEvents: 'cancelled' } as const
  await done(setSpecialDay(asStaff(), closing))
  later(3)
  await done(undoSpecialDay(asStaff(), day))
  later(HOLD_SECONDS)
  const other = await bookTable(deps(), askFor(venue.night()), newIdentity())
  expect(other).toMatchObject({ ok: false, reason: { why: 'table_taken' } })
  await venue.pay(sessionId)
  await venue.settle(sessionId)
  expect(await rowOf(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
})

test('a table whose payment page the provider does not know is let go once that page would be over', async () => {
  const { id } = await begin()
  await db()
    .updateTable('checkouts')
    .set({ sessionId: 'cs_test_of_another_account' })
    .where('reservationId', '=', id)
    .execute()
  later(HOLD_SECONDS + 1)
  expect(await releaseExpiredHolds(deps())).toMatchObject({ released: 0, kept: 1 })
  later(3600)
  expect(await releaseExpiredHolds(deps())).toMatchObject({ released: 1, kept: 0 })
  expect(await rowOf(id)).toMatchObject({ status: 'cancelled', paymentStatus: 'none' })
})

describe('a payment page that cannot be asked for again as it was', () => {
  test('keeps its own table, and no other one', async () => {
    const stuck = await begin()
    await loseSession(stuck.id)
    await done(amend(asStaff(), stuck.id, { email: 'corrected@example.com' }))
    later(60)
    await venue.reloadNight()
    const other = await begin()
    later(HOLD_SECONDS + 60)
    expect(await releaseExpiredHolds(deps())).toMatchObject({ released: 1, kept: 1 })
    await reconcile(deps()).catch(() => null)
    expect([(await rowOf(stuck.id)).status, (await rowOf(other.id)).status]).toEqual(['pending', 'cancelled'])
  })

  test('of a change by the guest keeps no table for the changes of others', async () => {
    const first = await venue.paidAt('cheapest')
    await venue.beginPaying(first, { packages: ['screen_display'] })
    await loseSession(first)
    const second = await venue.paidAt('cheapest')
    const wanted = await venue.otherTable(second, 'more')
    later(5)
    await venue.beginPaying(second, { tableId: wanted.id })
    await done(correctEmailByGuest(deps(), first, 'right@example.com'))
    later(HOLD_SECONDS + 60)
    expect(await dropExpiredChanges(deps())).toBe(1)
    expect(await venue.activeAt(wanted.id)).toEqual([])
  })
})
