import { beforeAll, beforeEach } from 'vitest'
import { askFor as askForTable, newIdentity } from './booking-fixtures.ts'
import { startBookings, type TestBookings } from './bookings.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { holdTable } from '#features/holds/service.ts'
import { momentOf } from '#lib/venue-time.ts'
import { findKeepOffer, keepTable } from '#features/holds/keep-table/service.ts'
import type { KeepOffer } from '#features/holds/keep-table/schema.ts'

// Friday, January 15, 2027, at 5 PM in Texas. The event begins at 9 PM.
export const DAY = '2027-01-15'
export const NOW = momentOf(DAY, '17:00')
export let app: TestDatabase
export let bookings: TestBookings
export let eventId: string
let tables: readonly { readonly id: string; readonly number: number; readonly cents: number }[]
/** Opens the room for a test file. */
export function useKeepTable(): void {
  beforeAll(async () => {
    app = await cloneDatabase()
    bookings = await startBookings(app, NOW)
    const { rows } = await app.pool.query<{ id: string }>(
      `insert into events (slug, title, description, category, date, start_time, end_time, price, price_range)
       values ('stay', 'Afro Night', '', 'Nightlife', $1, '21:00', '05:00', 'Free', 'free') returning id`,
      [DAY],
    )
    eventId = rows[0]?.id ?? ''
    tables = await rowsOf(
      `select id, table_number as number, reservation_price_cents as cents from venue_tables
       where is_available and deleted_at is null and max_guests >= 4 order by table_number`,
    )
  })
  // Every test has the room for itself.
  beforeEach(async () => {
    bookings.clock.now = NOW
    await app.pool.query(
      `update reservations set status = 'cancelled', cancel_reason = 'staff', held_until = null
       where business_date = $1 and status <> 'cancelled'`,
      [DAY],
    )
  })
}

export async function rowsOf<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  const { rows } = await app.pool.query(sql, [...values])
  return rows
}
export const table = (i = 0) => tables[i] ?? { id: '', number: 0, cents: 0 }

/** A dinner of four, from 7 PM until the event begins unless other times are given. */
export async function dine(i = 0, until = '21:00', from = '19:00'): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(
    `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
       guest_phone, guest_count, status)
     values ($1, 'dining', $2, $3, $4, 'Kofi Mensah', 'kofi@example.com', '+19725550142', 4, 'confirmed') returning id`,
    [table(i).id, DAY, momentOf(DAY, from), momentOf(DAY, until)],
  )
  return row?.id ?? ''
}
export const set = (id: string, columns: string) =>
  app.pool.query(`update reservations set ${columns} where id = $1`, [id])

export const guest = newIdentity()
export const offerOf = (id: string) => findKeepOffer(bookings.deps(), id, guest)
export async function shown(id: string): Promise<KeepOffer> {
  const offer = await offerOf(id)
  if (!offer) throw new Error('nothing is offered')
  return offer
}
const formOf = ({ event, table: { id: tableId }, key, priceCents: shownCents }: KeepOffer) => ({
  eventId: event.id,
  tableId,
  key,
  shownCents,
})
export const keep = (id: string, offer: KeepOffer, by = guest) =>
  keepTable(bookings.deps(), id, { form: formOf(offer), guest: by })
export const holdByOther = (i = 0) =>
  holdTable(
    bookings.deps(),
    askForTable(
      { event: { id: eventId, slug: 'stay', startsAt: NOW, endsAt: NOW }, tables: [] },
      {
        table: { ...table(i), maxGuests: 4 },
      },
    ),
    newIdentity(),
  )
export const nightsAt = (tableId: string) =>
  rowsOf<{ id: string; dinnerId: string | null }>(
    `select r.id, r.dinner_id as "dinnerId" from reservations r join table_occupancies o on o.reservation_id = r.id
     where r.event_id = $1 and o.table_id = $2 and o.is_active`,
    [eventId, tableId],
  )
