import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startBookings, type TestBookings } from '../../../../tests/booking/bookings.ts'
import { findNight, FRIDAY } from '../../../../tests/booking/booking-fixtures.ts'
import { createStaff } from '../../../../tests/staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { settleCheckout } from '../checkouts/service.ts'
import { findReservationDetails } from '#features/reservation-management/list/service.ts'
import { recordDispute } from '../service.ts'
import { issueRefund } from '../refunds/issuing/service.ts'
import { requestPartRefund } from '../refunds/service.ts'
import type { StaffRole } from '#features/permissions/schema.ts'
import { readLedger } from '../ledger/service.ts'
import { correctLine } from './corrections/service.ts'
import { refundAtVenue, grantAllowance, recordVenuePayment } from './service.ts'

let database: TestDatabase
let bookings: TestBookings
let staff: string
beforeAll(async () => {
  database = await cloneDatabase()
  bookings = await startBookings(database, FRIDAY)
  staff = await createStaff(database, 'ledger@venue.example')
})
const as = (role: StaffRole = 'manager') => ({
  db: database.db,
  now: FRIDAY,
  tokens: bookings.deps().tokens,
  actor: { id: staff, name: 'Ama', role },
})

/** Adds a reservation of $500 for the seeded Friday, to be paid at the venue. */
async function atTheDoor(total = 50_000): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count,
       status, total_price_cents)
     values ('nightlife', '2026-11-20', '2026-11-21T03:00Z', '2026-11-21T11:00Z', 'Efua', 'efua@example.com', 4, 'confirmed', $1)
     returning id`,
    [total],
  )
  return rows[0]?.id ?? ''
}

/** Adds a reservation that was paid online. */
async function paidOnline() {
  const { id, sessionId } = await bookings.begin(await findNight(database.db))
  const session = await bookings.provider.control.pay({ session: sessionId, outcome: 'approve' })
  await settleCheckout(bookings.deps(), sessionId)
  return { id, paymentIntent: z.string().parse(session.payment_intent), cents: session.amount_total ?? 0 }
}

const moneyOf = (id: string) =>
  database.db
    .selectFrom('reservations')
    .where('id', '=', id)
    .select(['receivedCents', 'refundedCents', 'disputedCents', 'allowanceCents', 'paymentStatus'])
    .executeTakeFirstOrThrow()
const linesOf = async (id: string) =>
  (await readLedger(database, id)).map(({ kind, method, amountCents }) => [kind, method, amountCents])
const detailsOf = async (id: string, role: StaffRole = 'manager') => {
  const found = await findReservationDetails(as(role), id)
  if (!found) throw new Error('no such reservation')
  return found
}

const pay = (id: string, amount: number, method: 'cash' | 'card' = 'cash') =>
  recordVenuePayment(as(), id, { key: randomUUID(), amount, method, note: '' })

describe('money at the venue', () => {
  test('a payment at the venue is recorded once however often the form is sent, by a host too', async () => {
    const id = await atTheDoor()
    const form = { key: randomUUID(), amount: 50_000, method: 'card' as const, note: 'receipt 118' }
    expect(await recordVenuePayment(as('host'), id, form)).toEqual({ ok: true, value: null })
    expect(await recordVenuePayment(as('host'), id, form)).toEqual({ ok: true, value: null })
    expect(await linesOf(id)).toEqual([['payment', 'card', 50_000]])
    expect(await moneyOf(id)).toMatchObject({ receivedCents: 50_000, paymentStatus: 'paid' })
    expect((await detailsOf(id)).ledger[0]).toMatchObject({ actorName: 'Ama', reason: 'receipt 118' })
    expect((await detailsOf(id, 'host')).ledger).toEqual([])
  })

  test('a payment never exceeds the amount due, and a part leaves the rest due', async () => {
    const id = await atTheDoor()
    expect(await pay(id, 50_001)).toMatchObject({ reason: { text: 'Only $500.00 is due.' } })
    await pay(id, 20_000)
    expect(await detailsOf(id)).toMatchObject({ dueCents: 30_000, paymentStatus: 'none' })
    await pay(id, 30_000, 'card')
    expect(await detailsOf(id)).toMatchObject({ dueCents: 0, paymentStatus: 'paid' })
    expect(await pay(id, 1)).toMatchObject({ reason: { text: 'Nothing is due for this reservation.' } })
  })

  test('two staff members who record the same amount at once record it once', async () => {
    const id = await atTheDoor()
    const both = await Promise.all([pay(id, 50_000), pay(id, 50_000, 'card')])
    expect(both.filter((it) => it.ok)).toHaveLength(1)
    expect(await moneyOf(id)).toMatchObject({ receivedCents: 50_000 })
  })

  test('a wrong method is corrected by a reversal and a second line', async () => {
    const id = await atTheDoor()
    await pay(id, 50_000)
    const [line] = await readLedger(database, id)
    const form = {
      lineId: line?.id ?? '',
      instead: { amount: 45_000, method: 'card' as const },
      reason: 'typed wrongly',
    }
    expect(await correctLine(as('host'), id, form)).toMatchObject({ reason: { why: 'not_allowed' } })
    await correctLine(as(), id, form)
    await correctLine(as(), id, form)
    expect(await linesOf(id)).toEqual([
      ['payment', 'cash', 50_000],
      ['payment_reversed', 'cash', -50_000],
      ['payment', 'card', 45_000],
    ])
    expect(await detailsOf(id)).toMatchObject({ dueCents: 5000, receivedCents: 45_000 })

    // Earlier versions recorded the amounts as texts.
    await database.pool.query(
      `insert into activity (actor, action, entity, entity_id, before, after)
       values ('Ama', 'corrected a payment of', 'reservation', $1, '{"guestName": "Efua"}',
         '{"guestName": "Efua", "was": "$500.00 in cash", "is": "$450.00 by card", "reason": "typo"}')`,
      [id],
    )
    const corrections = async (role: StaffRole): Promise<unknown[]> =>
      ((await findReservationDetails(as(role), id))?.history ?? [])
        .filter(({ action }) => action === 'corrected a payment of')
        .map(({ after }) => after)
    expect(await corrections('manager')).toMatchObject([
      { was: '$500.00 in cash' },
      { wasCents: 50_000, wasMethod: 'cash', isCents: 45_000, isMethod: 'card' },
    ])
    expect(await corrections('host')).toEqual([{ guestName: 'Efua' }, { guestName: 'Efua' }])
  })

  test('is refunded with a reason, never beyond the rest', async () => {
    const id = await atTheDoor()
    await pay(id, 50_000)
    const form = { key: randomUUID(), amount: 20_000, method: 'cash' as const, reason: 'the band was late' }
    await refundAtVenue(as(), id, form)
    await refundAtVenue(as(), id, form)
    expect(await moneyOf(id)).toMatchObject({ refundedCents: 20_000, paymentStatus: 'partly_refunded' })
    expect(await refundAtVenue(as(), id, { ...form, key: randomUUID(), amount: 30_001 })).toMatchObject({
      reason: { text: 'Only $300.00 is left of what was received.' },
    })
    // A refund makes nothing due again.
    expect(await detailsOf(id)).toMatchObject({ dueCents: 0, refundable: { openCents: 30_000 } })
    const [line] = await readLedger(database, id)
    const nothing = { lineId: line?.id ?? '', instead: null, reason: 'never paid' }
    expect(await correctLine(as(), id, nothing)).toMatchObject({ reason: { why: 'refused' } })
  })

  test('a comp and a discount lower the amount due, move no money, and can be reversed', async () => {
    const id = await atTheDoor()
    const form = { key: randomUUID(), kind: 'discount' as const, amount: 10_000, reason: 'regulars' }
    await grantAllowance(as(), id, form)
    await grantAllowance(as(), id, form)
    expect(await detailsOf(id)).toMatchObject({ dueCents: 40_000, receivedCents: 0, allowanceCents: 10_000 })
    await grantAllowance(as(), id, { ...form, key: randomUUID(), kind: 'comp', amount: 40_000 })
    expect(await detailsOf(id)).toMatchObject({ dueCents: 0, revenueCents: 0 })
    const [line] = await readLedger(database, id)
    await correctLine(as(), id, { lineId: line?.id ?? '', instead: null, reason: 'not for today' })
    expect(await detailsOf(id)).toMatchObject({ dueCents: 10_000 })
  })

  test('is refused while the guest is on the payment page, and for a cancelled reservation', async () => {
    const { id } = await bookings.begin(await findNight(database.db))
    expect(await pay(id, 100)).toMatchObject({ reason: { text: expect.stringContaining('payment page') } })
    const other = await atTheDoor()
    await database.pool.query(`update reservations set status = 'cancelled' where id = $1`, [other])
    expect(await pay(other, 100)).toMatchObject({ reason: { text: expect.stringContaining('cancelled') } })
  })
})

beforeEach(async () => {
  await bookings.provider.control.setFaults({ webhooks: { deliver: 'lost' } })
})

describe('money online', () => {
  test('a payment writes one ledger line, however often it is reported', async () => {
    const { id, cents } = await paidOnline()
    await database.pool.query(
      `update checkouts set status = 'paid', paid_at = now() where reservation_id = $1`,
      [id],
    )
    expect(await linesOf(id)).toEqual([['payment', 'online', cents]])
  })

  test('a dispute counts once it is lost, is reversed when won, and its amount is not refundable', async () => {
    const { id, paymentIntent, cents } = await paidOnline()
    const { control } = bookings.provider
    const { id: disputeId } = await control.dispute({ paymentIntent })
    const hear = () => recordDispute(bookings.deps(), disputeId)
    await hear()
    expect(await moneyOf(id)).toMatchObject({ disputedCents: 0 })
    await control.closeDispute({ dispute: disputeId, outcome: 'lost' })
    await Promise.all([hear(), hear(), hear()])
    expect(await linesOf(id)).toEqual([
      ['payment', 'online', cents],
      ['dispute_lost', 'online', -cents],
    ])
    expect(await detailsOf(id)).toMatchObject({ disputedCents: cents, revenueCents: 0 })
    expect(
      await requestPartRefund(database.db, id, { amountCents: 1, note: 'x', requestedBy: staff }),
    ).toEqual({ ok: false, reason: { leftCents: 0 } })
    expect(
      await refundAtVenue(as(), id, { key: randomUUID(), amount: 1, method: 'cash', reason: 'asked' }),
    ).toMatchObject({ ok: false })
    await control.closeDispute({ dispute: disputeId, outcome: 'won' })
    await hear()
    await hear()
    expect(await moneyOf(id)).toMatchObject({ disputedCents: 0 })
    expect((await linesOf(id)).at(-1)).toEqual(['dispute_won', 'online', cents])
  })

  test('a refund in cash is not refunded again by the provider', async () => {
    const { id, cents } = await paidOnline()
    await refundAtVenue(as(), id, {
      key: randomUUID(),
      amount: cents,
      method: 'cash',
      reason: 'card closed',
    })
    expect(
      await requestPartRefund(database.db, id, { amountCents: 1, note: 'x', requestedBy: staff }),
    ).toEqual({ ok: false, reason: { leftCents: 0 } })
  })

  test('a failed refund is reversed by a line of its own; the refund line names the staff member', async () => {
    const { id, cents } = await paidOnline()
    await requestPartRefund(database.db, id, { amountCents: 1000, note: 'the band', requestedBy: staff })
    const refund = await database.db
      .selectFrom('refunds')
      .where('reservationId', '=', id)
      .select(['id'])
      .executeTakeFirstOrThrow()
    expect(await linesOf(id)).toEqual([
      ['payment', 'online', cents],
      ['refund', 'online', -1000],
    ])
    expect((await detailsOf(id)).ledger[1]).toMatchObject({
      reason: 'the band',
      actorName: expect.any(String),
    })
    await bookings.provider.control.setFaults({ api: 'refuse', webhooks: { deliver: 'lost' } })
    await issueRefund(bookings.deps(), refund.id)
    expect((await linesOf(id)).at(-1)).toEqual(['refund_reversed', 'online', 1000])
    expect(await moneyOf(id)).toMatchObject({ refundedCents: 0, paymentStatus: 'paid' })
  })
})

describe('the database', () => {
  test.each([
    'update ledger_lines set amount_cents = amount_cents + 1',
    `update ledger_lines set reason = 'another'`,
    'delete from ledger_lines',
    'truncate ledger_lines cascade',
  ])('refuses: %s', async (statement) => {
    await expect(database.pool.query(statement)).rejects.toThrow(/never changed or deleted/)
  })

  test.each([
    ['a payment of less than nothing', `'payment', 'cash', -100, null`],
    ['a payment in no way', `'payment', null, 100, null`],
    ['a refund in cash without a reason', `'refund', 'cash', -100, null`],
    ['a comp that is money', `'comp', 'cash', 100, 'why'`],
  ])('refuses %s', async (_what, values) => {
    const id = await atTheDoor()
    await expect(
      database.pool.query(
        `insert into ledger_lines (source_key, reservation_id, night, moved_at, kind, method, amount_cents, reason)
         values ($1, $2, '2026-11-20', now(), ${values})`,
        [randomUUID(), id],
      ),
    ).rejects.toThrow(/check constraint/)
  })

  test('a reservation moved to another night transfers its money, which moves on no day', async () => {
    const id = await atTheDoor()
    await pay(id, 50_000)
    await database.pool.query(`update reservations set business_date = '2026-11-27' where id = $1`, [id])
    const lines = await database.db
      .selectFrom('ledgerLines')
      .where('reservationId', '=', id)
      .where('kind', '=', 'transfer')
      .select(['night', 'amountCents', 'movedOn', 'method'])
      .orderBy('amountCents')
      .execute()
    expect(lines).toEqual([
      { night: '2026-11-20', amountCents: -50_000, movedOn: null, method: 'cash' },
      { night: '2026-11-27', amountCents: 50_000, movedOn: null, method: 'cash' },
    ])
    expect(await moneyOf(id)).toMatchObject({ receivedCents: 50_000 })
  })

  test('writes ledger lines for payments at the venue and disputes that the previous version stores', async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count,
         status, total_price_cents, payment_status, paid_at_venue, source)
       values ('nightlife', '2026-11-20', '2026-11-21T03:00Z', '2026-11-21T11:00Z', 'Kofi', '', 4, 'confirmed', 30000,
         'paid', 'cash', 'phone') returning id`,
    )
    expect(await linesOf(rows[0]?.id ?? '')).toEqual([['payment', 'cash', 30_000]])
    expect(await moneyOf(rows[0]?.id ?? '')).toMatchObject({ receivedCents: 30_000, paymentStatus: 'paid' })

    const { id, cents } = await paidOnline()
    const issue = (status: string) =>
      database.pool.query(
        `insert into payment_exceptions (kind, subject, reservation_id, checkout_id, amount_cents, detail)
         select 'dispute', 'dp_of_before', reservation_id, id, received_cents,
           'A guest disputes it with their bank (fraudulent). It stands at: ' || $2 || '.' from checkouts where reservation_id = $1
         on conflict (kind, subject) do update set detail = excluded.detail`,
        [id, status],
      )
    await issue('needs_response')
    expect(await moneyOf(id)).toMatchObject({ disputedCents: 0 })
    await issue('lost')
    expect(await moneyOf(id)).toMatchObject({ disputedCents: cents })
  })
})
