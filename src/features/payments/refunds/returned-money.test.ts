import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { amend } from '../../../../tests/booking/amendments.ts'
import { useGuestChanges } from '../../../../tests/booking/guest-changes.ts'
import { failRefund, refundIdsOf } from '../../../../tests/booking/failed-refunds.ts'
import { done } from '../../../../tests/booking/staff.ts'
import type { IssueKind } from '#features/payments/issues/schema.ts'
import { readMoney } from '#features/payments/refunds/service.ts'
import { recordVenuePayment, refundAtVenue } from '#features/payments/at-venue/service.ts'
import { listOpenIssues } from '#features/payments/revenue/service.ts'
import { cancelByGuest } from '#features/reservation-management/cancellation/service.ts'
import { findReservationDetails } from '#features/reservation-management/list/service.ts'
import { renderRefundEmail } from '#features/reservation-management/refund-emails/service.ts'
import { refundReservation } from '#features/reservation-management/service.ts'
import { changeStatus } from '#features/reservation-management/status/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'

const venue = useGuestChanges()
const { asStaff, cancel, deps, emailsOf, finish, later, paidAt, refundsOf, rowOf, setStatus } = venue
const dueOf = async (id: string) => (await findReservationDetails(asStaff(), id))?.dueCents

test('a cancelled night whose money went back is due again when staff confirm it, once', async () => {
  const id = await paidAt('cheapest')
  const { totalPriceCents } = await rowOf(id)
  await done(cancelByGuest(deps(), id))
  const again = await done(setStatus(id, 'confirmed', 'cancelled'))
  expect(again.dueCents).toBe(totalPriceCents)
  expect(await dueOf(id)).toBe(totalPriceCents)
  await done(undoChange(asStaff(), id, again.act?.actId ?? ''))
  expect([(await rowOf(id)).status, await dueOf(id)]).toEqual(['cancelled', 0])
  await done(setStatus(id, 'confirmed', 'cancelled'))
  expect(await dueOf(id)).toBe(totalPriceCents)
})

test('only the part that the cancellation gave back is due again, and no refund from before it', async () => {
  const id = await paidAt('dearest')
  const { totalPriceCents } = await rowOf(id)
  // A gesture of the venue makes nothing due.
  await done(refundReservation(asStaff(), id, { amount: 1000, reason: 'The wait' }))
  expect(await dueOf(id)).toBe(0)
  await done(cancel(id, 'refund'))
  later(60)
  await finish(id)
  expect((await refundsOf(id)).reduce((sum, cents) => sum + cents, 0)).toBe(totalPriceCents)
  await done(setStatus(id, 'confirmed', 'cancelled'))
  expect(await dueOf(id)).toBe(totalPriceCents - 1000)
})

test('a refund whose answer was lost is made once, however often it is asked for', async () => {
  const id = await paidAt('cheapest')
  const form = { key: randomUUID(), amount: 900, reason: 'A cold dish' }
  const ask = () => refundReservation(asStaff(), id, form)
  for (const refunded of await Promise.all([ask(), ask()])) expect(refunded.ok).toBe(true)
  expect((await ask()).ok).toBe(true)
  expect(await refundsOf(id)).toEqual([900])
  await done(refundReservation(asStaff(), id, { ...form, key: randomUUID() }))
  expect(await refundsOf(id)).toEqual([900, 900])
  expect((await emailsOf(id)).filter((kind) => kind === 'refunded')).toHaveLength(2)
})

test('a guest is told of a refund by staff, and not of one that the bank refused', async () => {
  const id = await paidAt('cheapest')
  const key = randomUUID()
  await done(refundReservation(asStaff(), id, { key, amount: 900, reason: 'The guest was difficult' }))
  const write = () => renderRefundEmail(deps(), { subjectId: id, dedupeKey: key })
  const mail = await write()
  expect(mail).toMatchObject({ subject: expect.stringMatching(/^Your refund is on its way: /) })
  for (const words of ['$9.00', 'Your reservation has not changed.', 'to the card you paid with'])
    expect(mail?.text).toContain(words)
  expect(mail?.text).not.toContain('difficult')
  await done(cancel(id, 'keep'))
  expect((await write())?.text).toContain('Your reservation stays cancelled.')
  await venue.app().pool.query(`update refunds set status = 'failed' where request_key = $1`, [key])
  expect(await write()).toBeNull()
})

/** A cancelled night of which the online part is refunded by the provider, and $50 in cash at the venue. */
async function cancelledWithCash(): Promise<string> {
  const id = await paidAt('cheapest')
  await done(amend(asStaff(), id, { packages: ['birthday_shoutout'] }))
  const paid = { key: randomUUID(), amount: 5000, method: 'cash', note: '' } as const
  await done(recordVenuePayment(asStaff(), id, paid))
  const money = { decision: 'refund', reason: 'The storm' } as const
  await done(changeStatus(asStaff(), id, { status: 'cancelled', seen: 'confirmed', money }))
  later(60)
  await finish(id)
  return id
}

const issuesAbout = async (id: string, kind: IssueKind) =>
  (await listOpenIssues(deps())).filter((it) => it.reservation?.id === id && it.kind === kind)

test('money at the venue is asked for without the online part, also where the refund of that fails', async () => {
  const id = await cancelledWithCash()
  const { totalPriceCents } = await rowOf(id)
  const dueAtVenue = async () => (await readMoney(deps(), id)).venueRefundDueCents
  expect(await dueAtVenue()).toBe(5000)
  await failRefund(venue.bookings(), (await refundIdsOf(venue.bookings(), id))[0])
  expect(await dueAtVenue()).toBe(5000)
  await done(
    refundAtVenue(asStaff(), id, { key: randomUUID(), amount: 2000, method: 'cash', reason: 'A part' }),
  )
  expect(await issuesAbout(id, 'paid_and_cancelled')).toMatchObject([
    { amountCents: 3000, venueRefundCents: 3000, detail: expect.stringContaining('Give $30.00 back') },
  ])
  expect(await issuesAbout(id, 'refund_failed')).toMatchObject([{ amountCents: totalPriceCents - 5000 }])
})

test('an issue about money to give back names what is left after a part of it', async () => {
  const id = await cancelledWithCash()
  const { totalPriceCents } = await rowOf(id)
  const issueOf = async () => (await issuesAbout(id, 'paid_and_cancelled'))[0]
  expect(await issueOf()).toMatchObject({
    amountCents: 5000,
    detail: expect.stringContaining('Give $50.00 back'),
  })
  const part = { key: randomUUID(), amount: 1500, method: 'cash', reason: 'A part' } as const
  await done(refundAtVenue(asStaff(), id, part))
  expect(await issueOf()).toMatchObject({
    amountCents: 3500,
    detail: expect.stringContaining('Give $35.00 back'),
  })
  await done(refundAtVenue(asStaff(), id, { ...part, key: randomUUID(), amount: 3500 }))
  expect(await issueOf()).toBeUndefined()
  expect(await rowOf(id)).toMatchObject({ refundedCents: totalPriceCents })
})
