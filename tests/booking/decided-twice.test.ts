import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { correctLine } from '#features/payments/at-venue/corrections/service.ts'
import { grantAllowance, recordVenuePayment, refundAtVenue } from '#features/payments/at-venue/service.ts'
import { raiseIssue } from '#features/payments/issues/service.ts'
import { readLedger } from '#features/payments/ledger/service.ts'
import { issueRefund } from '#features/payments/refunds/issuing/service.ts'
import { giveUpByGuest } from '#features/reservation-management/cancellation/service.ts'
import { refundReservation } from '#features/reservation-management/service.ts'
import { addHours } from '#lib/venue-time.ts'
import { LOCAL_SECRET_KEY } from '#platform/payments-gateways/stripe-emulator/server.ts'
import { useGuestChanges } from './guest-changes.ts'
import { done } from './staff.ts'

const venue = useGuestChanges()
const { db, deps, asStaff, rowOf, later, refundsOf } = venue

describe('a refund of a cancellation from which staff brought the reservation back in time', () => {
  const cancelAndConfirm = async (id: string) => {
    await done(venue.cancel(id, 'refund'))
    later(2)
    await done(venue.setStatus(id, 'confirmed', 'cancelled'))
    later(2)
  }

  test('is not made by a later cancellation that keeps the money', async () => {
    const id = await venue.paidAt('cheapest')
    await cancelAndConfirm(id)
    await done(venue.cancel(id, 'keep'))
    later(30)
    await venue.finish(id)
    const { keptCents, receivedCents, status } = await rowOf(id)
    expect([status, keptCents, await refundsOf(id)]).toEqual(['cancelled', receivedCents, []])
  })

  test('is not made by a later one that leaves it to be decided', async () => {
    const id = await venue.paidAt('cheapest')
    await cancelAndConfirm(id)
    await done(venue.cancel(id, 'later'))
    later(30)
    await venue.finish(id)
    expect(await refundsOf(id)).toEqual([])
  })

  test('is not made by a guest who gives the table up too late, and the money is kept', async () => {
    const id = await venue.paidAt('cheapest')
    const { startsAt, totalPriceCents } = await rowOf(id)
    venue.at(addHours(startsAt, -2))
    await cancelAndConfirm(id)
    await done(giveUpByGuest(deps(), id))
    later(30)
    await venue.finish(id)
    expect([(await rowOf(id)).keptCents, await refundsOf(id)]).toEqual([totalPriceCents, []])
  })
})

describe('a form that is sent again after no answer came', () => {
  const again = (text: string) => ({
    ok: false,
    reason: { text: `${text} was recorded already. Close this and look again.` },
  })

  test('with another amount or method is refused, and what was recorded stands', async () => {
    await venue.reloadNight()
    const { id } = await venue.begin()
    await done(venue.setStatus(id, 'confirmed', 'pending'))
    const key = randomUUID()
    const pay = (amount: number, method: 'cash' | 'card') =>
      recordVenuePayment(asStaff(), id, { key, amount, method, note: '' })
    await done(pay(5000, 'cash'))
    await done(pay(5000, 'cash'))
    expect(await pay(9000, 'cash')).toMatchObject(again('$50.00'))
    expect(await pay(5000, 'card')).toMatchObject(again('$50.00'))
    const [line] = await readLedger(deps(), id)
    const correct = (amount: number) =>
      correctLine(asStaff(), id, {
        lineId: line?.id ?? '',
        instead: { amount, method: 'cash' },
        reason: 'Typed wrong',
      })
    await done(correct(6000))
    await done(correct(6000))
    expect(await correct(7000)).toMatchObject({
      ok: false,
      reason: { text: expect.stringContaining('corrected already') },
    })
    const allow = (kind: 'comp' | 'discount', amount: number) =>
      grantAllowance(asStaff(), id, { key, kind, amount, reason: 'A regular' })
    await done(allow('comp', 1000))
    await done(allow('comp', 1000))
    expect(await allow('comp', 1500)).toMatchObject(again('$10.00'))
    expect(await allow('discount', 1000)).toMatchObject(again('$10.00'))
    const { receivedCents, allowanceCents } = await rowOf(id)
    expect([receivedCents, allowanceCents]).toEqual([6000, 1000])
  })

  test('with another refund is refused as well, online and at the venue', async () => {
    const id = await venue.paidAt('dearest')
    const key = randomUUID()
    const online = (amount: number) => refundReservation(asStaff(), id, { key, amount, reason: 'A gesture' })
    await done(online(2000))
    await done(online(2000))
    expect(await online(9000)).toMatchObject(again('$20.00'))
    const inCash = (amount: number) =>
      refundAtVenue(asStaff(), id, { key, amount, method: 'cash', reason: 'A gesture' })
    await done(inCash(1000))
    expect(await inCash(9000)).toMatchObject(again('$10.00'))
    expect((await rowOf(id)).refundedCents).toBe(3000)
  })
})

test('a refund is made once, also where the provider has forgotten that it was asked for', async () => {
  const id = await venue.paidAt('dearest')
  await done(refundReservation(asStaff(), id, { amount: 5000, reason: 'A gesture' }))
  const refund = await db()
    .selectFrom('refunds')
    .selectAll()
    .where('reservationId', '=', id)
    .executeTakeFirstOrThrow()
  const { paymentIntentId } = await db()
    .selectFrom('checkouts')
    .select('paymentIntentId')
    .where('id', '=', refund.checkoutId)
    .executeTakeFirstOrThrow()
  // The provider made it for a server that died before it heard so, a day ago.
  await db()
    .updateTable('refunds')
    .set({ createdAt: addHours(deps().now, -25) })
    .where('id', '=', refund.id)
    .execute()
  const made = await fetch(new URL('/v1/refunds', venue.bookings().provider.url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${LOCAL_SECRET_KEY}`, 'Idempotency-Key': 'forgotten' },
    body: new URLSearchParams({
      payment_intent: paymentIntentId ?? '',
      amount: '5000',
      'metadata[refund]': refund.id,
    }),
  })
  expect(made.status).toBe(200)
  await issueRefund(deps(), refund.id)
  const listed = await deps().payments.listRefunds(paymentIntentId ?? '')
  expect(listed.map(({ amountCents }) => amountCents)).toEqual([5000])
  expect((await rowOf(id)).refundedCents).toBe(5000)
})

test('a payment issue that was opened before its payment was known gets its reservation', async () => {
  const id = await venue.paidAt('cheapest')
  const issue = {
    kind: 'dispute',
    subject: `dp_${id}`,
    checkoutId: null,
    amountCents: 5000,
    detail: 'Disputed',
  } as const
  await raiseIssue(db(), { ...issue, reservationId: null })
  await raiseIssue(db(), { ...issue, reservationId: id })
  const found = db()
    .selectFrom('paymentExceptions')
    .select('reservationId')
    .where('subject', '=', issue.subject)
  expect(await found.execute()).toEqual([{ reservationId: id }])
})
