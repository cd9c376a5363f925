import { describe, expect, test } from 'vitest'
import { amend } from '../../../../../tests/booking/amendments.ts'
import { useGuestChanges } from '../../../../../tests/booking/guest-changes.ts'
import { done } from '../../../../../tests/booking/staff.ts'
import { requestPartRefund } from '#features/payments/refunds/service.ts'
import { finishAmendments } from '#features/reservation-management/amendments/outcomes/service.ts'
import { cancelByGuest, giveUpByGuest } from '#features/reservation-management/cancellation/service.ts'
import { renderReservationEmail } from '#features/reservation-management/guest-emails/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import { endUnusedCredits } from '#features/reservation-management/cancellation/unused-credits/service.ts'
import { exportPerson } from '#features/guests/privacy/service.ts'
import { addDays, addHours, businessDate } from '#lib/venue-time.ts'
import { changeByGuest } from './service.ts'

const {
  asStaff,
  pay,
  at,
  later,
  deps,
  db,
  rowOf,
  refundsOf,
  confirmOf,
  change,
  beginPaying,
  comeBack,
  laterNight,
  movable,
  changeMailOf,
  useVenueSettings,
} = useGuestChanges()

const setVenue = useVenueSettings({ creditOnMove: true }, { creditOnMove: false })
const isCheaper = (cents: number, paidCents: number): boolean => cents < paidCents

/** The money that was received is what the price takes, what is kept, the credit, and what was refunded. */
async function expectAccounted(id: string): Promise<void> {
  const it = await rowOf(id)
  const price = it.status === 'cancelled' ? 0 : it.totalPriceCents - it.allowanceCents
  expect(price + it.keptCents + it.creditCents + it.refundedCents).toBe(it.receivedCents)
}

/** A reservation that its guest moved to a cheaper night, and the credit. */
async function credited() {
  const { id, paidCents, wanted, cents } = await movable('dearest', isCheaper)
  const creditCents = paidCents - cents
  expect(await done(change(id, wanted))).toEqual({ step: 'made' })
  await finishAmendments(deps(), id)
  return { id, paidCents, creditCents, cents }
}

describe('a guest who moves to a cheaper night', () => {
  test('keeps the difference as a credit, and page, email and export say so', async () => {
    const { id, paidCents, wanted, cents } = await movable('dearest', isCheaper)
    expect((await confirmOf(id, wanted)).payment).toBe('credit')
    await done(change(id, wanted))
    await finishAmendments(deps(), id)
    const until = `${Number(businessDate(deps().now).slice(0, 4)) + 1}${businessDate(deps().now).slice(4)}`
    expect(await rowOf(id)).toMatchObject({ creditCents: paidCents - cents, creditUntil: until })
    expect(await refundsOf(id)).toEqual([])
    await expectAccounted(id)
    const text = await changeMailOf(id)
    expect(text).toContain('Your credit: $')
    expect(text).not.toContain('We refund')
    const { guestEmail } = await rowOf(id)
    const { reservations } = await exportPerson(deps(), guestEmail)
    expect(reservations.find((it) => it.id === id)).toMatchObject({ creditCents: paidCents - cents })
  })

  test('pays only the rest of a dearer night, once, in however many tabs', async () => {
    const { id, creditCents, paidCents } = await credited()
    const { wanted } = await laterNight(id, (it) => it >= paidCents)
    const {
      change: dearer,
      difference,
      payment,
    } = await confirmOf(id, {
      ...wanted,
      packages: ['screen_display'],
    })
    expect([payment, difference.creditUsedCents]).toEqual(['online', creditCents])
    expect(difference.riseCents).toBeGreaterThan(0)
    const session = await beginPaying(id, dearer.wanted)
    // Unpaid, the credit is untouched.
    expect(await rowOf(id)).toMatchObject({ creditCents })
    await pay(session)
    expect(await comeBack(session)).toBe('made')
    expect(await rowOf(id)).toMatchObject({ creditCents: 0, creditUntil: null })
    await expectAccounted(id)
    const other = await credited()
    const { change: packaged } = await confirmOf(other.id, { packages: ['screen_display'] })
    const outcomes = await Promise.all([1, 2].map(() => changeByGuest(deps(), other.id, packaged)))
    expect(outcomes.some(({ ok }) => ok)).toBe(true)
    expect(await rowOf(other.id)).toMatchObject({ creditCents: other.creditCents - 5000 })
    await expectAccounted(other.id)
  })

  test('gets the refund that the page promised, where the setting changed meanwhile', async () => {
    await setVenue({ creditOnMove: false })
    const { id, paidCents: totalPriceCents, wanted } = await movable('dearest', isCheaper)
    const { change: seen, payment } = await confirmOf(id, wanted)
    expect(payment).toBe('refund')
    await setVenue({ creditOnMove: true })
    expect(await changeByGuest(deps(), id, seen)).toMatchObject({ reason: { why: 'price_changed' } })
    expect(await rowOf(id)).toMatchObject({ totalPriceCents, creditCents: 0 })
  })
})

describe('a credit', () => {
  test('comes back with everything else where the guest cancels in time', async () => {
    const { id, paidCents } = await credited()
    await done(cancelByGuest(deps(), id))
    expect((await refundsOf(id)).reduce((sum, it) => sum + it, 0)).toBe(paidCents)
    expect(await rowOf(id)).toMatchObject({ creditCents: 0, keptCents: 0 })
  })

  test('stays where the guest gives the table up after the deadline, and ends once it is not used', async () => {
    const { id, creditCents, cents } = await credited()
    const { startsAt, creditUntil } = await rowOf(id)
    at(addHours(startsAt, -1))
    await done(giveUpByGuest(deps(), id))
    expect(await rowOf(id)).toMatchObject({ status: 'cancelled', keptCents: cents, creditCents })
    await expectAccounted(id)
    const mail = await renderReservationEmail(deps(), id, 'cancelled')
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('Call us before then, and we pay it back.')
    at(new Date(`${creditUntil}T18:00:00Z`))
    expect(await endUnusedCredits(deps())).toBe(0)
    at(new Date(`${addDays(creditUntil ?? '', 1)}T18:00:00Z`))
    expect(await endUnusedCredits(deps())).toBeGreaterThan(0)
    expect(await endUnusedCredits(deps())).toBe(0)
    expect(await rowOf(id)).toMatchObject({ keptCents: cents + creditCents, creditCents: 0 })
    await expectAccounted(id)
  })

  test('that staff paid back pays for no later change', async () => {
    const { id, creditCents } = await credited()
    const refund = { amountCents: creditCents, note: 'Asked for it', requestedBy: asStaff().actor.id }
    await done(requestPartRefund(db(), id, refund))
    expect(await rowOf(id)).toMatchObject({ creditCents: 0, priceRefundedCents: creditCents })
    await expectAccounted(id)
    const { difference, payment } = await confirmOf(id, { packages: ['screen_display'] })
    expect([payment, difference.riseCents, difference.creditUsedCents]).toEqual(['online', 5000, 0])
  })

  test('is chosen by staff for any change, and Undo restores what a change used', async () => {
    const { id, paidCents: totalPriceCents, wanted, cents } = await movable('dearest', isCheaper)
    await done(amend(asStaff(), id, { ...wanted, price: { decision: 'credit', reason: '' } }))
    later(60)
    await finishAmendments(deps(), id)
    const creditCents = totalPriceCents - cents
    expect(await rowOf(id)).toMatchObject({ creditCents })
    const { act } = await done(amend(asStaff(), id, { packages: ['screen_display'] }))
    expect(await rowOf(id)).toMatchObject({ creditCents: Math.max(0, creditCents - 5000) })
    await done(undoChange(asStaff(), id, act?.actId ?? ''))
    expect(await rowOf(id)).toMatchObject({ creditCents })
    await expectAccounted(id)
  })
})
