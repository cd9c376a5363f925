import { beforeAll, expect, test } from 'vitest'
import { startBookings, type TestBookings } from '../../../../tests/booking/bookings.ts'
import { findNight, FRIDAY } from '../../../../tests/booking/booking-fixtures.ts'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { settleCheckout } from '../checkouts/service.ts'
import { raiseIssue } from '../issues/service.ts'
import { finishChanges } from '#features/reservation-management/changes/service.ts'
import {
  listSeatsAgain,
  seatAgain,
} from '#features/reservation-management/staff-bookings/seat-again/service.ts'
import { changeStatus } from '#features/reservation-management/status/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import { readMoneyByDate } from '../ledger/service.ts'
import { listOpenIssues, matchRevenue, refundIssue, settleIssue } from './service.ts'

let app: TestDatabase
let bookings: TestBookings
let actorId = ''
let paid: { reservationId: string; checkoutId: string; cents: number }
beforeAll(async () => {
  app = await cloneDatabase()
  bookings = await startBookings(app, FRIDAY)
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into staff_users (name, email, role) values ('Ama', 'ama@venue.example', 'manager') returning id`,
  )
  actorId = rows[0]?.id ?? ''
  const { id, sessionId } = await bookings.begin(await findNight(app.db))
  await bookings.provider.control.pay({ session: sessionId, outcome: 'approve' })
  await settleCheckout(bookings.deps(), sessionId)
  const checkout = await app.db
    .selectFrom('checkouts')
    .where('reservationId', '=', id)
    .select(['id', 'receivedCents'])
    .executeTakeFirstOrThrow()
  paid = { reservationId: id, checkoutId: checkout.id, cents: checkout.receivedCents }
})

const deps = (role: 'manager' | 'host' = 'manager') => ({
  ...bookings.deps(),
  actor: { id: actorId, name: 'Ama', role },
})

let matters = 0
async function raise(kind: 'refund_failed' | 'dispute', amountCents: number): Promise<string> {
  const subject = `matter ${(matters += 1)}`
  await raiseIssue(app.db, {
    kind,
    subject,
    reservationId: paid.reservationId,
    checkoutId: paid.checkoutId,
    amountCents,
    detail: 'Needs a decision by staff',
  })
  const { id } = await app.db
    .selectFrom('paymentExceptions')
    .where('subject', '=', subject)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}
const refunded = async () =>
  (await app.db.selectFrom('refunds').select('amountCents').execute()).map((it) => it.amountCents)

test('the ledger and the provider agree on the payments of a night', async () => {
  const { days } = await readMoneyByDate(deps(), '2026-11-20')
  expect(days.find(({ date }) => date === '2026-11-20')).toMatchObject({
    payments: 1,
    receivedCents: paid.cents,
    onlineCents: paid.cents,
    otherNightsCents: paid.cents,
  })
  const match = await matchRevenue(deps())
  expect(match).toMatchObject({ kind: 'matched', onlyThere: [] })
  expect(match.kind === 'matched' && match.nights[0]).toEqual({
    date: '2026-11-20',
    bookedCents: paid.cents,
    providerCents: paid.cents,
  })
})

test('a payment of the provider that the ledger does not have is listed', async () => {
  await app.db.updateTable('checkouts').set({ sessionId: 'cs_other' }).execute()
  const match = await matchRevenue(deps())
  expect(match).toMatchObject({ onlyThere: [{ amountCents: paid.cents }] })
  expect(match.kind === 'matched' && match.nights[0]).toMatchObject({ providerCents: 0 })
})

test('a provider that does not answer is reported as away', async () => {
  await bookings.provider.control.setFaults({ api: '500', webhooks: { deliver: 'lost' } })
  expect(await matchRevenue(deps())).toEqual({ kind: 'away' })
  await bookings.provider.control.setFaults({ webhooks: { deliver: 'lost' } })
}, 20_000)

const statusOf = () =>
  app.db
    .selectFrom('reservations')
    .where('id', '=', paid.reservationId)
    .select(['status', 'paymentStatus', 'tableId'])
    .executeTakeFirstOrThrow()
/** Cancellation by staff that leaves the decision on the money to a manager. */
const CANCEL = {
  status: 'cancelled',
  seen: 'confirmed',
  money: { decision: 'later', reason: '' },
} as const
/** Lets the undo period pass, then runs the job that carries out the effects of staff changes. */
async function finish(): Promise<void> {
  bookings.clock.now = new Date(bookings.clock.now.getTime() + 13_000)
  await finishChanges(bookings.deps(), paid.reservationId)
}
const confirmations = () =>
  app.db
    .selectFrom('emailQueue')
    .where('reservationId', '=', paid.reservationId)
    .where('kind', '=', 'confirmation')
    .select('id')
    .execute()

test('a paid table that staff cancel opens a payment issue, and is seated again where it is still free', async () => {
  const before = await statusOf()
  const emails = (await confirmations()).length
  await changeStatus(deps(), paid.reservationId, CANCEL)
  await finish()
  const [matter] = await listOpenIssues(deps())
  expect(matter).toMatchObject({
    kind: 'paid_and_cancelled',
    canSeatAgain: true,
    refundableCents: paid.cents,
  })
  const id = matter?.id ?? ''
  const tableId = before.tableId ?? ''
  expect(await listSeatsAgain(deps(), id)).toMatchObject({ own: [{ id: tableId }] })
  expect(await seatAgain(deps('host'), id, [tableId])).toMatchObject({ reason: { why: 'not_allowed' } })
  const both = await Promise.all([seatAgain(deps(), id, [tableId]), seatAgain(deps(), id, [tableId])])
  expect(both.filter((it) => it.ok)).toHaveLength(1)
  expect(await statusOf()).toEqual(before)
  expect(await confirmations()).toHaveLength(emails)
  await finish()
  expect(await confirmations()).toHaveLength(emails + 1)
  expect(await listOpenIssues(deps())).toEqual([])
})

test('seating a guest again is undone with its payment issue, its table and its email', async () => {
  await changeStatus(deps(), paid.reservationId, CANCEL)
  await finish()
  const before = await statusOf()
  const emails = (await confirmations()).length
  const [matter] = await listOpenIssues(deps())
  const seated = await seatAgain(deps(), matter?.id ?? '', [before.tableId ?? ''])
  expect(seated).toMatchObject({ ok: true, value: { act: { email: 'confirmation' } } })
  expect(await listOpenIssues(deps())).toEqual([])
  await undoChange(deps(), paid.reservationId, seated.ok ? seated.value.act.actId : '')
  await finish()
  expect(await statusOf()).toEqual(before)
  expect(await listOpenIssues(deps())).toMatchObject([{ id: matter?.id, canSeatAgain: true }])
  expect(await confirmations()).toHaveLength(emails)
  await changeStatus(deps(), paid.reservationId, { status: 'confirmed', seen: 'cancelled' })
  await finish()
})

test('a guest whose table was sold meanwhile is seated at another, never at one that is taken', async () => {
  const before = await statusOf()
  await changeStatus(deps(), paid.reservationId, CANCEL)
  await app.pool.query(
    `insert into reservations (event_id, table_id, reservation_type, business_date, starts_at, ends_at, guest_name,
       guest_email, guest_count, status)
     select event_id, table_id, 'nightlife', business_date, starts_at, ends_at, 'Kofi Mensah', 'k@example.com', 2, 'confirmed'
     from reservations where id = $1`,
    [paid.reservationId],
  )
  const id = (await listOpenIssues(deps()))[0]?.id ?? ''
  const choice = await listSeatsAgain(deps(), id)
  expect(choice?.own).toBeNull()
  expect(await seatAgain(deps(), id, [before.tableId ?? ''])).toMatchObject({
    reason: { why: 'refused', text: expect.stringMatching(/taken for that time: Kofi Mensah/) },
  })
  const other = choice?.tables[0]
  expect(await seatAgain(deps(), id, [other?.id ?? ''])).toMatchObject({
    ok: true,
    value: { tableNumbers: [other?.tableNumber] },
  })
  expect(await statusOf()).toEqual({ ...before, tableId: other?.id })
})

test('a party of several tables is seated again at all of them, or at one other alone', async () => {
  const { tableId } = await statusOf()
  const seatsOf = () =>
    app.db
      .selectFrom('reservations')
      .where('id', '=', paid.reservationId)
      .select(['tableId', 'secondTableId', 'extraTableIds'])
      .executeTakeFirstOrThrow()
  const cancelled = async (): Promise<string> => {
    await changeStatus(deps(), paid.reservationId, CANCEL)
    await finish()
    return (await listOpenIssues(deps()))[0]?.id ?? ''
  }
  const first = await cancelled()
  const free = (await listSeatsAgain(deps(), first))?.tables.filter(({ id }) => id !== tableId) ?? []
  const [further = '', other = ''] = free.map(({ id }) => id)
  await app.db
    .updateTable('reservations')
    .set({ extraTableIds: [further] })
    .where('id', '=', paid.reservationId)
    .execute()
  const own = (await listSeatsAgain(deps(), first))?.own?.map(({ id }) => id)
  expect(own).toEqual([tableId, further])
  expect(await seatAgain(deps(), first, own ?? [])).toMatchObject({ ok: true })
  expect(await seatsOf()).toEqual({ tableId, secondTableId: null, extraTableIds: [further] })

  expect(await seatAgain(deps(), await cancelled(), [other])).toMatchObject({ ok: true })
  expect(await seatsOf()).toEqual({ tableId: other, secondTableId: null, extraTableIds: [] })
  await finish()
})

test('a cancelled reservation that staff confirm again leaves no payment issue open', async () => {
  await changeStatus(deps(), paid.reservationId, CANCEL)
  expect(await listOpenIssues(deps())).toHaveLength(1)
  await changeStatus(deps(), paid.reservationId, { status: 'confirmed', seen: 'cancelled' })
  expect(await listOpenIssues(deps())).toEqual([])
})

test('a failed refund is requested again once, for its amount and with the reason', async () => {
  const id = await raise('refund_failed', 3000)
  expect(await listOpenIssues(deps())).toMatchObject([{ id, refundableCents: 3000 }])
  expect(await refundIssue(deps('host'), id, 'card closed')).toMatchObject({
    reason: { why: 'not_allowed' },
  })
  const both = await Promise.all([
    refundIssue(deps(), id, 'tried again'),
    refundIssue(deps(), id, 'tried again'),
  ])
  expect(both.map((it) => it.ok).filter(Boolean)).toEqual([true])
  expect(await refunded()).toEqual([3000])
  expect(await listOpenIssues(deps())).toEqual([])
  const { rows } = await app.pool.query(
    `select action, after->>'resolution' as told from activity where entity_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ action: 'refunded', told: '$30.00 given back: tried again' }])
})

test('a refund never exceeds the rest of the payment', async () => {
  const id = await raise('refund_failed', paid.cents)
  expect(await refundIssue(deps(), id, 'all of it')).toMatchObject({ ok: true })
  expect((await refunded()).reduce((sum, cents) => sum + cents, 0)).toBe(paid.cents)
  const again = await raise('refund_failed', 100)
  expect(await refundIssue(deps(), again, 'more')).toMatchObject({ reason: { why: 'nothing_left' } })
  expect(await settleIssue(deps(), again, 'it went back already')).toMatchObject({ ok: true })
})

test('a dispute is settled with a reason, and refunds nothing', async () => {
  const id = await raise('dispute', 500)
  expect(await listOpenIssues(deps())).toMatchObject([{ id, refundableCents: 0 }])
  expect(await refundIssue(deps(), id, 'please')).toMatchObject({ reason: { why: 'nothing_left' } })
  expect(await settleIssue(deps('host'), id, 'won')).toMatchObject({ reason: { why: 'not_allowed' } })
  expect(await settleIssue(deps(), id, 'the bank decided for us')).toMatchObject({ ok: true })
  expect(await settleIssue(deps(), id, 'twice')).toMatchObject({ reason: { why: 'not_found' } })
})
