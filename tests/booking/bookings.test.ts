import { describe, expect, test } from 'vitest'
import { askFor, countParties, newIdentity, tableOf } from './booking-fixtures.ts'
import { useBookings } from './use-bookings.ts'
import { expireOrphanedCheckout, openCheckout } from '#features/payments/sessions/service.ts'
import { renderReservationEmail } from '#features/reservation-management/guest-emails/service.ts'
import { syncRefunds } from '#features/payments/refunds/issuing/service.ts'
import { recordDispute } from '#features/payments/service.ts'
import { findHold } from '#features/holds/service.ts'
import { bookTable, reconcile, releaseHold, releaseExpiredHolds } from '#features/holds/booking/service.ts'
import { gatewayOfRevokedKey } from './revoked-key.ts'
import { PaymentKeyRefused, PaymentUnavailable } from '#platform/payments-gateways/types.ts'

const { app, bookings, night, later, pay, settle, find, mailsOf, refundsOf, issuesOf, giveAllBack } =
  useBookings()
const fault = (api: '500' | 'hang' | 'refuse' | 'lost-answer') =>
  bookings().provider.control.setFaults({ api, webhooks: { deliver: 'lost' } })
const allWell = () => bookings().provider.control.setFaults({ webhooks: { deliver: 'lost' } })
const openSessions = async () =>
  (await bookings().provider.control.readLedger()).sessions.filter((it) => it.status === 'open').length

test('an approved payment confirms the reservation and enqueues one email', async () => {
  const { id, sessionId } = await bookings().begin(night())
  expect(await find(id)).toMatchObject({ status: 'pending', paymentStatus: 'pending' })
  await pay(sessionId)
  await settle(sessionId)
  expect(await find(id)).toEqual({ status: 'confirmed', cancelReason: null, paymentStatus: 'paid' })
  expect(await mailsOf(id)).toEqual(['confirmation'])
})

test('a return, a webhook and a reconciliation at once make one confirmation, one email and no refund', async () => {
  const { id, sessionId } = await bookings().begin(night())
  await pay(sessionId)
  later(3)
  await Promise.all([...Array.from({ length: 8 }, () => settle(sessionId)), reconcile(bookings().deps())])
  expect(await find(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
  expect(await mailsOf(id)).toEqual(['confirmation'])
  expect(await refundsOf(id)).toEqual([])
})

test('Continue pressed twice opens one payment', async () => {
  const ask = askFor(night())
  const booked = await bookTable(bookings().deps(), ask, newIdentity())
  if (!booked.ok) throw new Error('not booked')
  const both = await Promise.all(
    [0, 1].map(() => openCheckout(bookings().deps(), booked.value.reservationId)),
  )
  expect(new Set(both.map((it) => (it.ok ? it.value.sessionId : it.reason))).size).toBe(1)
})

test('a guest who changed the form pays the new sum, and the old payment is closed first', async () => {
  const ask = askFor(night())
  const visitor = newIdentity()
  const first = await bookTable(bookings().deps(), ask, visitor)
  if (!first.ok) throw new Error('not booked')
  const before = await openCheckout(bookings().deps(), first.value.reservationId)
  const changed = { ...ask, screenDisplay: true, shownTotalCents: ask.shownTotalCents + 5000 }
  const second = await bookTable(bookings().deps(), changed, visitor)
  expect(second).toMatchObject({ ok: true, value: { reservationId: first.value.reservationId } })
  const after = await openCheckout(bookings().deps(), first.value.reservationId)
  if (!before.ok || !after.ok) throw new Error('not opened')
  expect(after.value.sessionId).not.toBe(before.value.sessionId)
  await expect(pay(before.value.sessionId ?? '')).rejects.toThrow(/session/i)
  const paid = await pay(after.value.sessionId ?? '')
  expect(paid.amount_total).toBe(changed.shownTotalCents)
})

test.each(['500', 'refuse'] as const)(
  'a changed form does not replace the hold while its old checkout cannot be closed: %s',
  async (api) => {
    const ask = askFor(night())
    const visitor = newIdentity()
    const first = await bookTable(bookings().deps(), ask, visitor)
    if (!first.ok) throw new Error('not booked')
    await openCheckout(bookings().deps(), first.value.reservationId)
    const changed = { ...ask, screenDisplay: true, shownTotalCents: ask.shownTotalCents + 5000 }
    await fault(api)
    expect(await bookTable(bookings().deps(), changed, visitor)).toEqual({
      ok: false,
      reason: 'payment_unavailable',
    })
    await allWell()
    expect(await find(first.value.reservationId)).toMatchObject({ status: 'pending' })
    expect(await bookTable(bookings().deps(), changed, visitor)).toMatchObject({ ok: true })
  },
)

describe('when the time is up', () => {
  test('the payment is closed at the provider before the table is let go', async () => {
    const { id, sessionId } = await bookings().begin(night())
    later(16)
    expect(await releaseExpiredHolds(bookings().deps())).toMatchObject({ released: 1 })
    expect(await find(id)).toEqual({
      status: 'cancelled',
      cancelReason: 'hold_expired',
      paymentStatus: 'none',
    })
    await expect(pay(sessionId)).rejects.toThrow(/session/i)
  })

  test('a payment made a moment earlier counts', async () => {
    const { id, sessionId } = await bookings().begin(night())
    await pay(sessionId)
    later(16)
    await releaseExpiredHolds(bookings().deps())
    expect(await find(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
  })

  test.each(['500', 'refuse'] as const)(
    'while the provider fails (%s), the table stays held',
    async (api) => {
      const { id } = await bookings().begin(night())
      later(16)
      await fault(api)
      expect(await releaseExpiredHolds(bookings().deps())).toEqual({ released: 0, kept: 1 })
      expect(await bookTable(bookings().deps(), askFor(night()), newIdentity())).toMatchObject({
        reason: { why: 'table_taken' },
      })
      await allWell()
      expect(await releaseExpiredHolds(bookings().deps())).toEqual({ released: 1, kept: 0 })
      expect(await find(id)).toMatchObject({ cancelReason: 'hold_expired' })
    },
  )

  test('the table stays held while the provider does not accept the key, whatever is asked of it', async () => {
    const { id } = await bookings().begin(night())
    later(36)
    const payments = gatewayOfRevokedKey(bookings().provider.url)
    const deps = { ...bookings().deps(), payments }
    await expect(releaseHold(deps, id, 'hold_expired')).rejects.toThrow(PaymentUnavailable)
    expect(await releaseExpiredHolds(deps)).toMatchObject({ released: 0 })
    payments.close()
    expect(await find(id)).toMatchObject({ status: 'pending' })
    expect(await releaseHold(bookings().deps(), id, 'hold_expired')).toBe('released')
  })

  test('money that is under way keeps the table, and the table is theirs when it comes', async () => {
    await bookings().provider.control.setFaults({ settleAfterMs: 3_600_000, webhooks: { deliver: 'lost' } })
    const { id, sessionId } = await bookings().begin(night())
    await pay(sessionId, 'late')
    later(16)
    await releaseExpiredHolds(bookings().deps())
    expect(await find(id)).toMatchObject({ status: 'pending', paymentStatus: 'pending' })
    // Its guest is not told that the hold has ended and nothing was charged.
    expect(await findHold(bookings().deps(), id)).toMatchObject({ state: 'paying', isProcessing: true })
    later(60)
    await reconcile(bookings().deps())
    expect(await find(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
  })

  test('money that never comes frees the table', async () => {
    await bookings().provider.control.setFaults({ settleAfterMs: 60_000, webhooks: { deliver: 'lost' } })
    const { id, sessionId } = await bookings().begin(night())
    await pay(sessionId, 'late-fail')
    later(5)
    await reconcile(bookings().deps())
    expect(await find(id)).toEqual({
      status: 'cancelled',
      cancelReason: 'payment_failed',
      paymentStatus: 'failed',
    })
    // The guest was told that an email comes as soon as the bank has answered.
    const mail = await renderReservationEmail(bookings().deps(), id, 'payment_refused')
    expect(mail?.text).toContain('Your bank refused the payment, so nothing was charged')
    expect(await mailsOf(id)).toEqual(['payment_refused'])
  })
})

describe('a provider that does not play along', () => {
  test.each(['500', 'hang', 'refuse'] as const)(
    '(%s) shows its error, and the table is released',
    async (api) => {
      const booked = await bookTable(bookings().deps(), askFor(night()), newIdentity())
      if (!booked.ok) throw new Error('not booked')
      await fault(api)
      expect(await openCheckout(bookings().deps(), booked.value.reservationId)).toEqual({
        ok: false,
        reason: 'payment_unavailable',
      })
      expect(await find(booked.value.reservationId)).toMatchObject({
        status: 'cancelled',
        cancelReason: 'payment_failed',
      })
      expect(await countParties(app().db, night(), tableOf(night()).id)).toBe(0)
    },
  )

  test('whose response was lost leaves no session that could be paid', async () => {
    const before = await openSessions()
    const booked = await bookTable(bookings().deps(), askFor(night()), newIdentity())
    if (!booked.ok) throw new Error('not booked')
    await fault('lost-answer')
    await openCheckout(bookings().deps(), booked.value.reservationId)
    await allWell()
    expect(await openSessions()).toBe(before + 1)
    const lost = await app()
      .db.selectFrom('checkouts')
      .select('id')
      .where('reservationId', '=', booked.value.reservationId)
      .executeTakeFirstOrThrow()
    // A key that the provider does not accept says nothing about the session: the job tries again.
    const payments = gatewayOfRevokedKey(bookings().provider.url)
    await expect(expireOrphanedCheckout({ ...bookings().deps(), payments }, lost.id)).rejects.toThrow(
      PaymentKeyRefused,
    )
    payments.close()
    await expireOrphanedCheckout(bookings().deps(), lost.id)
    expect(await openSessions()).toBe(before)
  })
})

test('an expired hold is released while its guest reads on, and a paid one is confirmed', async () => {
  const looking = await bookings().begin(night())
  expect(await releaseHold(bookings().deps(), looking.id, 'guest')).toBe('released')
  expect(await find(looking.id)).toMatchObject({ status: 'cancelled', cancelReason: 'guest' })
  const paying = await bookings().begin(night())
  await pay(paying.sessionId)
  expect(await releaseHold(bookings().deps(), paying.id, 'guest')).toBe('confirmed')
  expect(await find(paying.id)).toMatchObject({ status: 'confirmed' })
})

test('an amount that does not match is refunded and becomes a payment issue', async () => {
  const { id, sessionId } = await bookings().begin(night())
  await app().db.updateTable('checkouts').set({ amountCents: 1 }).where('sessionId', '=', sessionId).execute()
  await pay(sessionId)
  await settle(sessionId)
  await giveAllBack(id)
  expect(await find(id)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' })
  expect(await issuesOf(id)).toMatchObject([{ kind: 'amount_mismatch', subject: sessionId }])
})

test('a refund that fails becomes a payment issue, and the money counts as received', async () => {
  const { id, sessionId } = await bookings().begin(night())
  const paid = await pay(sessionId)
  await settle(sessionId)
  const intent = String(
    typeof paid.payment_intent === 'string' ? paid.payment_intent : paid.payment_intent?.id,
  )
  const refund = await bookings().provider.control.refund({ paymentIntent: intent, amount: 1000 })
  await syncRefunds(bookings().deps(), intent)
  expect(await find(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'partly_refunded' })
  await bookings().provider.control.settleRefund({ refund: refund.id, outcome: 'failed' })
  await syncRefunds(bookings().deps(), intent)
  expect(await find(id)).toMatchObject({ paymentStatus: 'paid' })
  expect(await issuesOf(id)).toMatchObject([{ kind: 'refund_failed', amountCents: 1000 }])
})

test('a dispute becomes one payment issue, however often its webhook arrives', async () => {
  const { id, sessionId } = await bookings().begin(night())
  const paid = await pay(sessionId)
  await settle(sessionId)
  const intent = String(
    typeof paid.payment_intent === 'string' ? paid.payment_intent : paid.payment_intent?.id,
  )
  const dispute = await bookings().provider.control.dispute({ paymentIntent: intent })
  await recordDispute(bookings().deps(), dispute.id)
  await bookings().provider.control.closeDispute({ dispute: dispute.id, outcome: 'won' })
  await recordDispute(bookings().deps(), dispute.id)
  const raised = await issuesOf(id)
  expect(raised).toMatchObject([{ kind: 'dispute', subject: dispute.id }])
  expect(raised[0]?.detail).toContain('won')
})
