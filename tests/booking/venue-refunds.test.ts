import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { cancelByGuest } from '#features/reservation-management/cancellation/service.ts'
import { listLines, readLedger } from '#features/payments/ledger/service.ts'
import { correctLine, undoVenuePayment } from '#features/payments/at-venue/corrections/service.ts'
import { refundAtVenue, recordVenuePayment } from '#features/payments/at-venue/service.ts'
import { refundReservation } from '#features/reservation-management/service.ts'
import { requestPartRefund } from '#features/payments/refunds/service.ts'
import { changeStatus } from '#features/reservation-management/status/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import { setSpecialDay } from '#features/reservation-management/special-days/service.ts'
import { listOpenIssues, refundIssue } from '#features/payments/revenue/service.ts'
import { businessDate } from '#lib/venue-time.ts'
import { tableOf } from './booking-fixtures.ts'
import { done, useStaffAndGuests } from './staff.ts'

/*
 * Online payments are refunded automatically; payments at the venue are listed as payment issues until staff returned
 * them.
 */

const { app, bookings, night, reloadNight, asStaff, setStatus, cancel, paidNight, ...rest } =
  useStaffAndGuests()
const { finish, later, emailsOf, issuesOf } = rest

const PRICE = 30_000

/** A confirmed table of the night, to be paid at the venue. */
async function unpaid(index = 0): Promise<string> {
  await reloadNight()
  const { rows } = await app().pool.query<{ id: string }>(
    `insert into reservations (event_id, table_id, reservation_type, business_date, starts_at, ends_at, guest_name,
       guest_email, guest_count, status, total_price_cents)
     select id, $2, 'nightlife', date, starts_at, ends_at, 'Efua Sarpong', 'efua@example.com', 2, 'confirmed', $3
     from events where id = $1 returning id`,
    [night().event.id, tableOf(night(), index).id, PRICE],
  )
  return rows[0]?.id ?? ''
}

/** The same, paid there. */
async function paidAtVenue(method: 'cash' | 'card', index = 0): Promise<string> {
  const id = await unpaid(index)
  await done(recordVenuePayment(asStaff(), id, { key: randomUUID(), amount: PRICE, method, note: '' }))
  return id
}

/** Paid online, partly refunded, and that part paid by card at the venue. */
async function paidBothWays(): Promise<{ id: string; onlineCents: number }> {
  await reloadNight()
  const { id } = await paidNight()
  await done(
    requestPartRefund(app().db, id, {
      amountCents: 5000,
      note: 'card instead',
      requestedBy: asStaff().actor.id,
    }),
  )
  await done(recordVenuePayment(asStaff(), id, { key: randomUUID(), amount: 5000, method: 'card', note: '' }))
  const { receivedCents } = await app()
    .db.selectFrom('reservations')
    .select('receivedCents')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, onlineCents: receivedCents - 10_000 }
}

const openOf = async (id: string) =>
  (await listOpenIssues(asStaff())).filter(({ reservation }) => reservation?.id === id)
const refundsOf = async (id: string) =>
  (await app().db.selectFrom('refunds').select('amountCents').where('reservationId', '=', id).execute()).map(
    ({ amountCents }) => amountCents,
  )
const linesOf = async (id: string) =>
  (await readLedger(app(), id)).map(({ kind, method, amountCents }) => [kind, method, amountCents])
const issueRefund = (id: string, amount: number, method: 'cash' | 'card' = 'cash') =>
  refundAtVenue(asStaff(), id, { key: randomUUID(), amount, method, reason: 'Cancelled by phone' })
async function cancelAndRefund(id: string): Promise<void> {
  await done(cancel(id, 'refund'))
  later(13)
  await finish(id)
}

describe('a reservation that is cancelled and refunded', () => {
  test('and was paid in cash is listed to be given back, until it was', async () => {
    const id = await paidAtVenue('cash')
    await cancelAndRefund(id)
    expect(await openOf(id)).toMatchObject([
      { kind: 'paid_and_cancelled', amountCents: PRICE, refundableCents: 0, venueRefundCents: PRICE },
    ])
    expect((await openOf(id))[0]?.detail).toContain('$300.00 in cash')
    expect(await refundsOf(id)).toEqual([])
    await done(issueRefund(id, 10_000))
    expect(await openOf(id)).toMatchObject([{ venueRefundCents: 20_000 }])
    await done(issueRefund(id, 20_000, 'card'))
    expect(await openOf(id)).toEqual([])
    expect(await linesOf(id)).toEqual([
      ['payment', 'cash', PRICE],
      ['refund', 'cash', -10_000],
      ['refund', 'card', -20_000],
    ])
    expect(await emailsOf(id)).toEqual(['cancelled'])
  })

  test('and was paid both ways has its online part refunded, and the other listed', async () => {
    const { id, onlineCents } = await paidBothWays()
    await cancelAndRefund(id)
    expect(await refundsOf(id)).toEqual([5000, onlineCents])
    expect(await openOf(id)).toMatchObject([{ refundableCents: 0, venueRefundCents: 5000 }])
  })

  test('and is undone gives nothing back, and lists nothing', async () => {
    const id = await paidAtVenue('card')
    const { act, refundCents, venueRefundCents } = await done(cancel(id, 'refund'))
    expect({ refundCents, venueRefundCents }).toEqual({ refundCents: 0, venueRefundCents: PRICE })
    await done(undoChange(asStaff(), id, act?.actId ?? ''))
    later(13)
    await finish(id)
    expect(await issuesOf(id)).toEqual([])
  })

  test('is listed once, however often it is cancelled and confirmed again', async () => {
    const id = await paidAtVenue('cash')
    await cancelAndRefund(id)
    await done(setStatus(id, 'confirmed', 'cancelled'))
    expect(await openOf(id)).toEqual([])
    await cancelAndRefund(id)
    expect(await openOf(id)).toMatchObject([{ venueRefundCents: PRICE }])
  })
})

test('a payment issue of money paid both ways refunds the one part and lists the other', async () => {
  const { id, onlineCents } = await paidBothWays()
  await done(cancel(id, 'later'))
  const [issue] = await openOf(id)
  expect(issue).toMatchObject({ refundableCents: onlineCents, venueRefundCents: 5000 })
  const both = await Promise.all([
    refundIssue(asStaff(), issue?.id ?? '', 'agreed by phone'),
    refundIssue(asStaff(), issue?.id ?? '', 'agreed by phone'),
  ])
  expect(both.filter((it) => it.ok)).toHaveLength(1)
  expect(await refundsOf(id)).toEqual([5000, onlineCents])
  expect(await openOf(id)).toMatchObject([{ refundableCents: 0, venueRefundCents: 5000 }])
  await done(issueRefund(id, 5000, 'card'))
  expect(await openOf(id)).toEqual([])
})

test('a payment issue is settled by a refund from the page of the reservation, too', async () => {
  await reloadNight()
  const { id } = await paidNight()
  await done(cancel(id, 'later'))
  const [issue] = await openOf(id)
  await done(refundReservation(asStaff(), id, { amount: issue?.refundableCents ?? 0, reason: 'agreed' }))
  expect(await openOf(id)).toEqual([])
})

describe('the money of a cancelled reservation that a correction of the payment takes away', () => {
  const correct = async (id: string, instead: { amount: number; method: 'cash' } | null) => {
    const line = (await listLines(app().db, id)).find((it) => it.kind === 'payment' && !it.reversedById)
    const form = { lineId: line?.id ?? '', instead, reason: 'It was another party' }
    await done(correctLine(asStaff(), id, form))
  }

  test('is to be given back no more', async () => {
    const id = await paidAtVenue('cash')
    await done(cancelByGuest(bookings().deps(), id))
    await correct(id, { amount: 10_000, method: 'cash' })
    expect(await openOf(id)).toMatchObject([{ amountCents: 10_000, venueRefundCents: 10_000 }])
    expect((await openOf(id))[0]?.detail).toContain('$100.00 in cash')
    await correct(id, null)
    expect(await openOf(id)).toEqual([])
  })

  test('is not to be given back after the confirmation is undone either', async () => {
    const id = await paidAtVenue('cash')
    await done(cancelByGuest(bookings().deps(), id))
    const { act } = await done(setStatus(id, 'confirmed', 'cancelled'))
    await correct(id, null)
    await done(undoChange(asStaff(), id, act?.actId ?? ''))
    expect(await openOf(id)).toEqual([])
  })

  test('is to be given back no more where staff take back a payment at once', async () => {
    const id = await unpaid()
    const form = { key: randomUUID(), amount: PRICE, method: 'cash', note: '' } as const
    await done(recordVenuePayment(asStaff(), id, form))
    await done(cancelByGuest(bookings().deps(), id))
    expect(await openOf(id)).toHaveLength(1)
    await done(undoVenuePayment(asStaff(), id, { key: form.key }))
    expect(await openOf(id)).toEqual([])
  })
})

test('money that staff retained is not refunded with a later payment', async () => {
  const id = await paidAtVenue('cash')
  await done(cancel(id, 'keep'))
  await app().pool.query('update reservations set kept_cents = 10000 where id = $1', [id])
  const money = { decision: 'refund', reason: 'paid twice' } as const
  await done(changeStatus(asStaff(), id, { status: 'cancelled', seen: 'cancelled', money }))
  later(13)
  await finish(id)
  expect(await openOf(id)).toMatchObject([{ venueRefundCents: PRICE - 10_000 }])
})

test('a guest who paid at the venue and cancels is promised a refund there, and staff see it', async () => {
  const id = await paidAtVenue('cash')
  expect(await cancelByGuest(bookings().deps(), id)).toEqual({
    ok: true,
    value: { refundCents: 0, venueRefundCents: PRICE },
  })
  expect(await openOf(id)).toMatchObject([{ venueRefundCents: PRICE }])
})

test('closing a service refunds reservations that were paid in three ways', async () => {
  await reloadNight()
  const { id: online } = await paidNight()
  const cash = await paidAtVenue('cash')
  const card = await paidAtVenue('card', 1)
  const closed = await setSpecialDay(asStaff(), {
    date: businessDate(night().event.startsAt),
    service: 'social',
    opens: '',
    closes: '',
    reason: 'No power',
    closedEvents: 'cancelled',
  })
  expect(closed).toMatchObject({ ok: true })
  expect(await refundsOf(online)).toHaveLength(0)
  later(13)
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (const id of [online, cash, card]) await finish(id)
  expect(await refundsOf(online)).toHaveLength(1)
  expect(await openOf(online)).toEqual([])
  for (const id of [cash, card]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await openOf(id)).toMatchObject([{ venueRefundCents: PRICE }])
    // oxlint-disable-next-line no-await-in-loop
    await done(issueRefund(id, PRICE))
  }
  const { rows } = await app().pool.query(
    `select coalesce(sum(amount_cents), 0)::int as cents from ledger_lines where reservation_id = any($1)`,
    [[online, cash, card]],
  )
  expect(rows).toEqual([{ cents: 0 }])
})
