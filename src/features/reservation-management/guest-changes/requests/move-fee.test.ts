import { describe, expect, test } from 'vitest'
import { amend } from '../../../../../tests/booking/amendments.ts'
import { useGuestChanges } from '../../../../../tests/booking/guest-changes.ts'
import { done } from '../../../../../tests/booking/staff.ts'
import { momentText } from '#features/dining/dinners/rules.ts'
import { readNightReport } from '#features/close-out/figures/service.ts'
import { unblockTable } from '#features/reservation-management/table-blocks/service.ts'
import { readLedger } from '#features/payments/ledger/service.ts'
import { finishAmendments } from '#features/reservation-management/amendments/outcomes/service.ts'
import { cancelByGuest } from '#features/reservation-management/cancellation/service.ts'
import {
  dropExpiredChanges,
  findWaiting,
} from '#features/reservation-management/guest-changes/payments/service.ts'
import { renderReservationEmail } from '#features/reservation-management/guest-emails/service.ts'
import { anonymiseReservations } from '#features/reservations/erasure/service.ts'
import { MOVE_FEE } from '#features/reservations/rules.ts'
import { addHours } from '#lib/venue-time.ts'
import { changeByGuest } from './service.ts'

const {
  asStaff,
  pay,
  later,
  finish,
  cancel,
  deps,
  db,
  rowOf,
  linesOf,
  refundsOf,
  confirmOf,
  change,
  beginPaying,
  comeBack,
  laterNight,
  paidAt,
  movable,
  changeMailOf,
  useVenueSettings,
} = useGuestChanges()

const FEE = 2500
const setVenue = useVenueSettings({ moveFeeCents: FEE }, { moveFeeCents: 0 })
const setFee = (moveFeeCents: number) => setVenue({ moveFeeCents })
const paidLines = async (id: string) =>
  (await readLedger({ db: db() }, id)).filter(({ kind }) => kind === 'payment').map((it) => it.amountCents)

/** A paid reservation that its guest moved to a later night for the fee alone. */
async function moved() {
  const {
    id,
    paidCents: tableCents,
    wanted,
    date,
  } = await movable('cheapest', (cents, paid) => cents === paid)
  const session = await beginPaying(id, wanted)
  await pay(session)
  expect(await comeBack(session)).toBe('made')
  await finishAmendments(deps(), id)
  return { id, tableCents, date }
}

describe('the fee for another night', () => {
  test('is paid in one payment with a dearer table, is a line of the price, and counts once', async () => {
    const moving = await movable('cheapest', (it, paid) => it > paid)
    const { id, paidCents: before, wanted, cents, date } = moving
    const report = await readNightReport(deps(), date)
    const { difference, payment } = await confirmOf(id, wanted)
    expect([payment, difference.riseCents]).toEqual(['online', cents - before + FEE])
    const session = await beginPaying(id, wanted)
    expect(await findWaiting(deps(), id)).toMatchObject({
      feeCents: FEE,
      differenceCents: cents - before + FEE,
    })
    // The guest pays what they were shown.
    await setFee(9900)
    await pay(session)
    expect(await comeBack(session)).toBe('made')
    expect(await rowOf(id)).toMatchObject({ totalPriceCents: cents + FEE, receivedCents: cents + FEE })
    expect((await linesOf(id)).filter((it) => it === MOVE_FEE)).toHaveLength(1)
    const after = await readNightReport(deps(), date)
    const sold = after.byPackage.find(({ label }) => label === MOVE_FEE)
    expect([sold?.count, sold?.cents]).toEqual([1, FEE])
    expect(after.money.keptCents - report.money.keptCents).toBe(cents + FEE)
    expect(await paidLines(id)).toEqual([before, cents - before + FEE])
    await finishAmendments(deps(), id)
    const text = await changeMailOf(id)
    expect(text).toContain(`${MOVE_FEE} $25.00`)
    // The deadline of the new night, not of the one that the guest gave up.
    const { startsAt } = await rowOf(id)
    expect(text).toContain(`You can cancel with the link above until ${momentText(addHours(startsAt, -24))}`)
  })

  test('and a cheaper table are one amount: a refund of the rest, or a payment', async () => {
    const moving = await movable('dearest', (it, paid) => it < paid - FEE)
    const { id, paidCents: before, wanted, cents } = moving
    const { difference, payment } = await confirmOf(id, wanted)
    expect([payment, difference.surplusCents, difference.riseCents]).toEqual([
      'refund',
      before - cents - FEE,
      0,
    ])
    expect(await done(change(id, wanted))).toEqual({ step: 'made' })
    await finishAmendments(deps(), id)
    expect(await refundsOf(id)).toEqual([before - cents - FEE])
    expect(await paidLines(id)).toEqual([before])
    // A fee above the fall of the price.
    const fall = 2000
    await setFee(fall + 5000)
    const cheaper = await movable('dearest', (it, paid) => it < paid)
    const { id: other, paidCents: total } = cheaper
    await setFee(total - cheaper.cents + 5000)
    const session = await beginPaying(other, cheaper.wanted)
    await pay(session)
    expect(await comeBack(session)).toBe('made')
    expect([await refundsOf(other), await paidLines(other)]).toEqual([[], [total, 5000]])
  })

  test('is not owed where it is not paid in time: nothing has changed', async () => {
    const id = await paidAt('cheapest')
    const before = await rowOf(id)
    const { wanted } = await laterNight(id)
    await beginPaying(id, wanted)
    later(15 * 60 + 1)
    expect(await dropExpiredChanges(deps())).toBe(1)
    expect(await rowOf(id)).toMatchObject({
      eventId: before.eventId,
      totalPriceCents: before.totalPriceCents,
    })
    expect(await linesOf(id)).not.toContain(MOVE_FEE)
  })

  test('is the one that the guest saw, in however many tabs', async () => {
    const id = await paidAt('cheapest')
    const { wanted } = await laterNight(id)
    const { change: seen } = await confirmOf(id, wanted)
    await setFee(FEE + 500)
    expect(await changeByGuest(deps(), id, seen)).toMatchObject({
      ok: false,
      reason: { why: 'price_changed' },
    })
    expect(await findWaiting(deps(), id)).toBeNull()
    const { change: current } = await confirmOf(id, wanted)
    const outcomes = await Promise.all([1, 2].map(() => changeByGuest(deps(), id, current)))
    expect(outcomes.some(({ ok }) => ok)).toBe(true)
    expect(await findWaiting(deps(), id)).toMatchObject({ feeCents: FEE + 500 })
  })

  test('goes back with the difference where the new table was lost before the payment', async () => {
    const id = await paidAt('cheapest')
    const before = await rowOf(id)
    const { wanted } = await laterNight(id, (cents) => cents > before.totalPriceCents)
    const session = await beginPaying(id, wanted)
    const { tableBlockId, differenceCents } = (await findWaiting(deps(), id)) ?? {}
    await done(unblockTable(asStaff(), tableBlockId ?? ''))
    await db()
      .updateTable('venueTables')
      .set({ isAvailable: false })
      .where('id', '=', wanted.tableId)
      .execute()
    await pay(session)
    expect(await comeBack(session)).toBe('refunded')
    await db()
      .updateTable('venueTables')
      .set({ isAvailable: true })
      .where('id', '=', wanted.tableId)
      .execute()
    expect(await refundsOf(id)).toEqual([differenceCents])
    expect(await rowOf(id)).toMatchObject({
      eventId: before.eventId,
      totalPriceCents: before.totalPriceCents,
    })
    expect(await linesOf(id)).not.toContain(MOVE_FEE)
  })

  test('is not charged to guests whom staff move, and stays in the price whatever they change', async () => {
    const { id, tableCents } = await moved()
    const { wanted } = await laterNight(id, (cents) => cents === tableCents)
    await done(amend(asStaff(), id, wanted))
    expect(await rowOf(id)).toMatchObject({ eventId: wanted.eventId, totalPriceCents: tableCents + FEE })
    await done(amend(asStaff(), id, { packages: ['screen_display'], price: { decision: 'due', reason: '' } }))
    expect(await rowOf(id)).toMatchObject({ totalPriceCents: tableCents + FEE + 5000 })
    expect((await linesOf(id)).filter((it) => it === MOVE_FEE)).toHaveLength(1)
  })
})

describe('a paid fee', () => {
  test('stays with the venue where the guest cancels, and the email says so', async () => {
    const { id, tableCents } = await moved()
    expect(await done(cancelByGuest(deps(), id))).toMatchObject({ refundCents: tableCents })
    expect((await refundsOf(id)).reduce((sum, it) => sum + it, 0)).toBe(tableCents)
    expect(await rowOf(id)).toMatchObject({ status: 'cancelled', keptCents: FEE, keptReason: MOVE_FEE })
    const mail = await renderReservationEmail(deps(), id, 'cancelled')
    expect(mail?.text).toContain('The fee of $25.00 for moving to another night is not refunded.')
  })

  test('stays with the venue where a refund of a lower price waits while the guest cancels', async () => {
    const { id, tableCents } = await moved()
    const session = await beginPaying(id, { packages: ['screen_display'] })
    await pay(session)
    expect(await comeBack(session)).toBe('made')
    await finishAmendments(deps(), id)
    await done(amend(asStaff(), id, { packages: [], price: { decision: 'refund', reason: '' } }))
    expect(await done(cancelByGuest(deps(), id))).toMatchObject({ refundCents: tableCents + 5000 })
    later(60)
    await finishAmendments(deps(), id)
    expect((await refundsOf(id)).reduce((sum, it) => sum + it, 0)).toBe(tableCents + 5000)
    expect(await rowOf(id)).toMatchObject({ keptCents: FEE })
  })

  test('is refunded with everything else where the venue cancels', async () => {
    const { id, tableCents } = await moved()
    await done(cancel(id, 'refund', 'The event is cancelled'))
    later(60)
    await finish(id)
    expect((await refundsOf(id)).reduce((sum, it) => sum + it, 0)).toBe(tableCents + FEE)
    expect(await rowOf(id)).toMatchObject({ status: 'cancelled', keptCents: 0 })
  })

  test('stays in the money of a night whose guest was erased', async () => {
    const { id, tableCents } = await moved()
    const { guestEmail } = await rowOf(id)
    const person = { emails: [guestEmail.toLowerCase()], phones: [], guestIds: [] }
    await db().updateTable('reservations').set({ status: 'completed' }).where('id', '=', id).execute()
    const placeholder = { name: 'Erased', email: 'erased@venue.invalid' }
    expect(await anonymiseReservations(db(), person, { placeholder, now: deps().now })).toContain(id)
    expect(await rowOf(id)).toMatchObject({ guestName: 'Erased', receivedCents: tableCents + FEE })
    expect(await linesOf(id)).toContain(MOVE_FEE)
  })
})
