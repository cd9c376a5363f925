import { describe, expect, test } from 'vitest'
import { amend } from '../../../../../tests/booking/amendments.ts'
import { useGuestChanges } from '../../../../../tests/booking/guest-changes.ts'
import { done } from '../../../../../tests/booking/staff.ts'
import { applyProviderState } from '#features/payments/checkouts/service.ts'
import { reconcile } from '#features/holds/booking/service.ts'
import { unblockTable } from '#features/reservation-management/table-blocks/service.ts'
import { cancelByGuest } from '#features/reservation-management/cancellation/service.ts'
import { renderReservationEmail } from '#features/reservation-management/guest-emails/service.ts'
import { changeByGuest } from '#features/reservation-management/guest-changes/requests/service.ts'
import { anonymiseReservations } from '#features/reservations/erasure/service.ts'
import { formatUsd } from '#lib/money.ts'
import { dropExpiredChanges, findWaiting, payAgain, readChangeOutcome } from './service.ts'

const {
  bookings,
  asStaff,
  pay,
  settle,
  later,
  emailsOf,
  deps,
  db,
  rowOf,
  linesOf,
  refundsOf,
  activeAt,
  confirmOf,
  inOrder,
  change,
  beginPaying,
  comeBack,
  otherTable,
  paidAt,
  takenByOther,
} = useGuestChanges()

describe('a change whose difference is being paid', () => {
  test('is dropped when it is not paid in time: the table is free again, the guest keeps theirs', async () => {
    const id = await paidAt('cheapest')
    const before = await rowOf(id)
    const table = await otherTable(id, 'more')
    await beginPaying(id, { tableId: table.id })
    expect(await dropExpiredChanges(deps())).toBe(0)
    later(15 * 60 + 1)
    expect(await dropExpiredChanges(deps())).toBe(1)
    expect(await findWaiting(deps(), id)).toBeNull()
    expect(await activeAt(table.id)).toEqual([])
    expect(await rowOf(id)).toMatchObject({
      tableId: before.tableId,
      totalPriceCents: before.totalPriceCents,
    })
  })

  test('makes its guest wait once several have kept a table unpaid, and packages stay possible', async () => {
    const id = await paidAt('cheapest')
    const table = await otherTable(id, 'more')
    for (let lapse = 0; lapse < 3; lapse += 1) {
      // oxlint-disable no-await-in-loop -- one after the other
      await beginPaying(id, { tableId: table.id })
      later(15 * 60 + 1)
      await dropExpiredChanges(deps())
      // oxlint-enable no-await-in-loop
    }
    expect(await change(id, { tableId: table.id })).toMatchObject({
      reason: { why: 'must_wait', text: expect.stringContaining('Try again in 5 minutes') },
    })
    expect(await activeAt(table.id)).toEqual([])
    await done(change(id, { packages: ['screen_display'] }))
    later(5 * 60 + 1)
    await done(change(id, { tableId: table.id }))
  })

  test('can be paid again after the bank refused it, while its table is held', async () => {
    const id = await paidAt('cheapest')
    const table = await otherTable(id, 'more')
    const refused = await beginPaying(id, { tableId: table.id })
    await bookings().provider.control.setFaults({ settleAfterMs: 60_000, webhooks: { deliver: 'lost' } })
    await pay(refused, 'late-fail')
    expect(await comeBack(refused)).toBe('waiting')
    expect(await payAgain(deps(), id)).toMatchObject({ ok: false })
    later(61)
    expect(await comeBack(refused)).toBe('not_paid')
    const waiting = await findWaiting(deps(), id)
    expect(waiting).toMatchObject({ isRefused: true, isProcessing: false, payUrl: null })
    const url = await done(payAgain(deps(), id))
    expect(await findWaiting(deps(), id)).toMatchObject({ isRefused: false, payUrl: url })
    const again = url.split('/').at(-1) ?? ''
    await pay(again)
    expect(await comeBack(again)).toBe('made')
    expect(await rowOf(id)).toMatchObject({ tableId: table.id, paymentStatus: 'paid' })
    expect(await payAgain(deps(), id)).toMatchObject({ ok: false, reason: 'changed_meanwhile' })
  })

  test('is made, or goes back, where its payment arrives after it was dropped', async () => {
    const dropped = async (wanted: Parameters<typeof beginPaying>[1], id: string) => {
      const session = await beginPaying(id, wanted)
      await pay(session)
      const waiting = await findWaiting(deps(), id)
      // Another process dropped it before the provider said that it is paid.
      await db()
        .updateTable('guestChanges')
        .set({ status: 'ended' })
        .where('id', '=', waiting?.id ?? '')
        .execute()
      if (waiting?.tableBlockId) await done(unblockTable(asStaff(), waiting.tableBlockId))
      return { session, differenceCents: waiting?.differenceCents }
    }
    const possible = await paidAt('cheapest')
    const first = await dropped({ packages: ['screen_display'] }, possible)
    expect(await comeBack(first.session)).toBe('made')
    expect(await linesOf(possible)).toContain('Screen Display Package')
    const lost = await paidAt('cheapest')
    const table = await otherTable(lost, 'more')
    const second = await dropped({ tableId: table.id }, lost)
    await done(takenByOther(table))
    expect(await comeBack(second.session)).toBe('refunded')
    expect(await refundsOf(lost)).toEqual([second.differenceCents])
  })

  test('is dropped though the provider refuses to close the payment of another one', async () => {
    const refused = await paidAt('cheapest')
    const session = await beginPaying(refused, { packages: ['screen_display'] })
    later(60)
    const id = await paidAt('cheapest')
    await beginPaying(id, { packages: ['screen_display'] })
    later(15 * 60 + 1)
    const only = `POST /v1/checkout/sessions/${session}/expire`
    await bookings().provider.control.setFaults({ api: 'refuse', only, webhooks: { deliver: 'lost' } })
    expect(await dropExpiredChanges(deps())).toBe(1)
    expect(await findWaiting(deps(), refused)).toMatchObject({ status: 'open' })
    expect(await findWaiting(deps(), id)).toBeNull()
    await bookings().provider.control.setFaults({ webhooks: { deliver: 'lost' } })
    expect(await dropExpiredChanges(deps())).toBe(1)
  })

  test('is refunded where the new table was lost meanwhile, and the next change starts from what is left', async () => {
    const id = await paidAt('cheapest')
    const before = await rowOf(id)
    const table = await otherTable(id, 'more')
    const session = await beginPaying(id, { tableId: table.id })
    const { tableBlockId, differenceCents } = (await findWaiting(deps(), id)) ?? {}
    await done(unblockTable(asStaff(), tableBlockId ?? ''))
    await done(takenByOther(table))
    await pay(session)
    expect(await comeBack(session)).toBe('refunded')
    expect(await rowOf(id)).toMatchObject({
      tableId: before.tableId,
      status: 'confirmed',
      totalPriceCents: before.totalPriceCents,
    })
    expect(await refundsOf(id)).toEqual([differenceCents])
    expect((await emailsOf(id)).toSorted()).toEqual(['change_refunded', 'confirmation'])
    const next = await confirmOf(id, { packages: ['birthday_shoutout'] })
    expect([next.payment, next.difference.riseCents]).toEqual(['online', 5000])
  })

  test('is refunded where staff changed the reservation while the guest paid', async () => {
    const id = await paidAt('dearest')
    const session = await beginPaying(id, { packages: ['screen_display'] })
    await done(amend(asStaff(), id, { guests: '1' }))
    await pay(session)
    expect(await comeBack(session)).toBe('refunded')
    expect(await rowOf(id)).toMatchObject({ guestCount: 1 })
    expect(await linesOf(id)).not.toContain('Screen Display Package')
    expect(await refundsOf(id)).toEqual([5000])
  })

  test('is refunded where staff change the reservation at the moment of its payment', async () => {
    const id = await paidAt('dearest')
    const session = await beginPaying(id, { packages: ['screen_display'] })
    await pay(session)
    await settle(session)
    const [staff, outcome] = await inOrder(
      id,
      () => amend(asStaff(), id, { guests: '1' }),
      () => readChangeOutcome(deps(), session),
    )
    expect([staff.ok, outcome]).toEqual([true, 'refunded'])
    expect(await rowOf(id)).toMatchObject({ guestCount: 1 })
    expect(await linesOf(id)).not.toContain('Screen Display Package')
    expect(await refundsOf(id)).toEqual([5000])
  })

  test('is refunded with everything else where the guest cancelled before the payment arrived', async () => {
    const id = await paidAt('cheapest')
    const { totalPriceCents } = await rowOf(id)
    const session = await beginPaying(id, { packages: ['screen_display'] })
    await done(cancelByGuest(deps(), id))
    await pay(session)
    expect(await comeBack(session)).toBe('refunded')
    expect((await refundsOf(id)).toSorted((a, b) => a - b)).toEqual(
      [totalPriceCents, 5000].toSorted((a, b) => a - b),
    )
    expect(await rowOf(id)).toMatchObject({ status: 'cancelled' })
    // One email for each amount, and no sum of both.
    const mail = await renderReservationEmail(deps(), id, 'cancelled')
    expect(mail?.text).toContain(formatUsd(totalPriceCents))
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(
      '$50.00 for a change came through after the cancellation. It goes back to the card you paid with, as a refund of its own.',
    )
    expect(mail?.text).not.toMatch(/before\.|This is/)
  })

  test('is replaced by a later one, and a payment made a moment earlier counts', async () => {
    const id = await paidAt('cheapest')
    const first = await beginPaying(id, { packages: ['screen_display'] })
    const second = await beginPaying(id, { packages: ['birthday_shoutout'] })
    expect(second).not.toBe(first)
    expect(await deps().payments.getCheckout(first)).toMatchObject({ state: 'expired' })
    await pay(second)
    const third = await change(id, { packages: ['birthday_shoutout', 'screen_display'] })
    expect(third).toMatchObject({ ok: false, reason: { why: 'paid_earlier' } })
    expect(await linesOf(id)).toContain('Birthday Shoutout Package')
  })

  test('is refunded where the payment came in another currency', async () => {
    const id = await paidAt('cheapest')
    const session = await beginPaying(id, { packages: ['screen_display'] })
    await pay(session)
    const paid = await deps().payments.getCheckout(session)
    if (!paid) throw new Error('the provider has no such session')
    await applyProviderState(deps(), { ...paid, currency: 'eur' })
    expect(await comeBack(session)).toBe('refunded')
    expect(await linesOf(id)).not.toContain('Screen Display Package')
  })

  test('that goes back is no part of what was kept of a cancelled reservation', async () => {
    const id = await paidAt('cheapest')
    const { totalPriceCents } = await rowOf(id)
    const session = await beginPaying(id, { packages: ['screen_display'] })
    await pay(session)
    await settle(session)
    // The guest gave the table up after the deadline, before the job made the change.
    await db()
      .updateTable('reservations')
      .set({ status: 'cancelled', cancelReason: 'guest', keptCents: totalPriceCents + 5000 })
      .where('id', '=', id)
      .execute()
    expect(await comeBack(session)).toBe('refunded')
    expect(await rowOf(id)).toMatchObject({ keptCents: totalPriceCents })
  })

  test('that was paid and is not possible any more goes back when a later one begins, and says so', async () => {
    const id = await paidAt('dearest')
    const session = await beginPaying(id, { packages: ['screen_display'] })
    await pay(session)
    await done(amend(asStaff(), id, { guests: '1' }))
    expect(await change(id, { packages: ['birthday_shoutout'] })).toMatchObject({
      ok: false,
      reason: { why: 'refunded_earlier', text: expect.stringContaining('Your payment for it goes back') },
    })
    expect(await refundsOf(id)).toEqual([5000])
  })

  test('keeps its guest known until it is paid or dropped', async () => {
    const id = await paidAt('cheapest')
    await beginPaying(id, { packages: ['screen_display'] })
    await done(cancelByGuest(deps(), id))
    const { guestEmail } = await rowOf(id)
    const person = { emails: [guestEmail.toLowerCase()], phones: [], guestIds: [] }
    const placeholder = { name: 'Erased', email: 'erased@venue.invalid' }
    const erase = () => anonymiseReservations(db(), person, { placeholder, now: deps().now })
    expect(await erase()).toEqual([])
    later(15 * 60 + 1)
    await dropExpiredChanges(deps())
    expect(await erase()).toEqual([id])
  })

  test('is one, however many tabs begin it at once', async () => {
    const id = await paidAt('cheapest')
    const { change: confirmed } = await confirmOf(id, { packages: ['screen_display'] })
    const outcomes = await Promise.all([1, 2, 3].map(() => changeByGuest(deps(), id, confirmed)))
    expect(outcomes.some((it) => it.ok)).toBe(true)
    const open = await db()
      .selectFrom('guestChanges')
      .select('id')
      .where('reservationId', '=', id)
      .where('status', '=', 'open')
      .execute()
    expect(open).toHaveLength(1)
  })

  test('whose payment page was never opened cancels no reservation that staff set to pending', async () => {
    const id = await paidAt('cheapest')
    await beginPaying(id, { packages: ['screen_display'] })
    // The server stopped before the provider answered.
    await db()
      .updateTable('checkouts')
      .set({ status: 'opening', sessionId: null, createdAt: new Date(deps().now.getTime() - 3_600_000) })
      .where('reservationId', '=', id)
      .where('guestChangeId', 'is not', null)
      .execute()
    await db()
      .updateTable('reservations')
      .set({ status: 'pending', paymentStatus: 'none' })
      .where('id', '=', id)
      .execute()
    await reconcile(deps())
    expect(await rowOf(id)).toMatchObject({ status: 'pending', cancelReason: null })
  })

  test('leaves the reservation as it is where the provider is away', async () => {
    const id = await paidAt('cheapest')
    const { change: confirmed } = await confirmOf(id, { packages: ['screen_display'] })
    await bookings().provider.control.setFaults({ api: '500' })
    expect(await changeByGuest(deps(), id, confirmed)).toMatchObject({
      ok: false,
      reason: { why: 'payment_unavailable' },
    })
    await bookings().provider.control.setFaults({ webhooks: { deliver: 'lost' } })
    expect(await findWaiting(deps(), id)).toBeNull()
    expect(await rowOf(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
  })
})
