import { randomUUID } from 'node:crypto'
import { beforeAll, expect } from 'vitest'
import { recordVenuePayment } from '#features/payments/at-venue/service.ts'
import { settleCheckout } from '#features/payments/checkouts/service.ts'
import { issueRefund } from '#features/payments/refunds/issuing/service.ts'
import type { StaffRole } from '#features/permissions/schema.ts'
import { recordArrivals } from '#features/reservation-management/tonight/arrival-acts/service.ts'
import type { ArrivalAct } from '#features/reservation-management/arrivals/schema.ts'
import { finishChanges } from '#features/reservation-management/changes/service.ts'
import { recordCover } from '#features/reservation-management/tonight/cover-acts/service.ts'
import type { CoverTakenAct } from '#features/reservation-management/arrivals/cover/schema.ts'
import { dinnerForm } from '#features/reservation-management/staff-bookings/schema.ts'
import { addDinner } from '#features/reservation-management/staff-bookings/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { momentOf } from '#lib/venue-time.ts'
import { askFor, type Night } from '../booking/booking-fixtures.ts'
import { startBookings, type TestBookings } from '../booking/bookings.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { createStaff } from './sign-in.ts'

/** A Saturday, from the first phone call at 3 PM to the lock on the morning after. */
export const DATE = '2026-12-12'

export let database: TestDatabase
export let bookings: TestBookings
export let night: Night
const ids: Partial<Record<StaffRole, string>> = {}
beforeAll(async () => {
  database = await cloneDatabase()
  bookings = await startBookings(database, momentOf(DATE, '15:00'))
  for (const role of ['host', 'manager', 'owner'] as const)
    // oxlint-disable-next-line no-await-in-loop -- three accounts
    ids[role] = await createStaff(database, `${role}@venue.example`, { role })
  night = await openNight()
})

async function openNight(): Promise<Night> {
  const { rows } = await database.pool.query<{ id: string; slug: string; startsAt: Date; endsAt: Date }>(
    `insert into events (slug, title, description, date, start_time, end_time, category, price, price_range)
     select 'played-night', 'Played Night', description, $1, '21:00', '05:00', category, '$25', price_range
     from events limit 1 returning id, slug, starts_at as "startsAt", ends_at as "endsAt"`,
    [DATE],
  )
  const tables = await database.db
    .selectFrom('venueTables as t')
    .select(['t.id', 't.tableNumber as number', 't.maxGuests', 't.reservationPriceCents as cents'])
    .where('t.isAvailable', '=', true)
    .where('t.maxGuests', '>=', 4)
    .where('t.reservationPriceCents', '>', 0)
    .orderBy('t.tableNumber')
    .execute()
  const [event] = rows
  if (!event) throw new Error('no event')
  return { event, tables }
}

/** Sets the clock of all services to a time of the venue; times before 6 AM are of the next calendar day. */
export const at = (time: string, date = DATE): void => void (bookings.clock.now = momentOf(date, time))
export const as = (role: StaffRole) => ({
  ...bookings.deps(),
  actor: { id: ids[role] ?? '', name: `The ${role}`, role },
})
export const asWithVenue = async (role: StaffRole) => ({ ...as(role), venue: await loadVenue(as(role)) })

/** The money outside of the ledger: the drawer, the card terminal, and the account at the provider. */
export const till = { online: 0, cash: 0, card: 0, refunded: 0 }
let nextTable = 0
export const takeTable = (): Night['tables'][number] => {
  const table = night.tables[nextTable]
  nextTable += 1
  if (!table) throw new Error('no table is left')
  return table
}

export const value = <Value>(done: { ok: true; value: Value } | { ok: false; reason: unknown }): Value => {
  if (!done.ok) throw new Error(JSON.stringify(done.reason))
  return done.value
}

/** A guest books a table for four online and pays. */
export async function bookOnline(guestName: string): Promise<{ id: string; cents: number }> {
  const { id, sessionId } = await bookings.begin(
    night,
    askFor(night, { table: takeTable(), guestName, guestCount: 4 }),
  )
  const session = await bookings.provider.control.pay({ session: sessionId, outcome: 'approve' })
  await settleCheckout(bookings.deps(), sessionId)
  const cents = session.amount_total ?? 0
  till.online += cents
  return { id, cents }
}

export const phoneCall = {
  source: 'phone',
  guests: '4',
  phone: '972 555 0142',
  email: '',
  note: '',
} as const

export async function phoneDinner(name: string, time: string): Promise<string> {
  const form = { ...phoneCall, name, date: DATE, time, tableId: 'best', key: randomUUID() }
  return value(await addDinner(await asWithVenue('host'), dinnerForm.parse(form))).id
}

type NewAct = { readonly kind: 'arrived' | 'left'; readonly guests: number } | { readonly kind: 'seated' }

export async function record(
  party: { reservationId?: string; entryId?: string },
  ...acts: NewAct[]
): Promise<void> {
  const { now } = bookings.clock
  const sentAt = now.toISOString()
  const sent = acts.map((act): ArrivalAct => ({ ...act, ...party, id: randomUUID(), at: sentAt }))
  expect(value(await recordArrivals(as('host'), { sentAt, acts: sent })).every((it) => it.isRecorded)).toBe(
    true,
  )
}

export async function takeMoney(id: string, amount: number, method: 'cash' | 'card'): Promise<void> {
  value(await recordVenuePayment(as('host'), id, { key: randomUUID(), amount, method, note: '' }))
  till[method] += amount
}

type Cover = Pick<CoverTakenAct, 'method' | 'items' | 'entryId' | 'reservationId'>
export async function takeCover(cover: Cover): Promise<void> {
  const sentAt = bookings.clock.now.toISOString()
  const act = { ...cover, kind: 'cover' as const, id: randomUUID(), at: sentAt, night: DATE }
  const done = value(await recordCover(as('host'), { sentAt, deviceName: 'Entrance', acts: [act] }))
  expect(done.map((it) => it.isRecorded)).toEqual([true])
  if (cover.method)
    till[cover.method] += cover.items.reduce(
      (sum, { kind, guests, eachCents }) =>
        sum + (kind === 'full' || kind === 'reduced' ? guests * eachCents : 0),
      0,
    )
}

/** Lets the refunds that staff decided reach the provider, after their undo window. */
export async function refundsArrive(id: string): Promise<void> {
  bookings.clock.now = new Date(bookings.clock.now.getTime() + 13_000)
  await finishChanges(bookings.deps(), id)
  const refunds = await database.db
    .selectFrom('refunds')
    .where('reservationId', '=', id)
    .select(['id', 'amountCents'])
    .execute()
  for (const refund of refunds) {
    till.online -= refund.amountCents
    till.refunded += refund.amountCents
    // oxlint-disable-next-line no-await-in-loop -- one refund after the other
    await issueRefund(bookings.deps(), refund.id)
  }
}

export const seenOf = async (id: string) =>
  (await database.db.selectFrom('reservations').where('id', '=', id).select('status').executeTakeFirst())
    ?.status ?? 'pending'
