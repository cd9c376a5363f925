import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { finishChanges } from '#features/reservation-management/changes/service.ts'
import { changeStatus } from '#features/reservation-management/status/service.ts'
import type { DinnerRequest } from '#features/dining/schema.ts'
import { bookDinner } from '#features/dining/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import type { Db } from '#platform/db/db.ts'
import { newPhone } from '../booking/booking-fixtures.ts'
import { unreachablePayments } from '../booking/bookings.ts'

/** Three hours before the seeded Friday night opens. */
export const FRIDAY = new Date('2026-11-21T00:00:00Z')

/** The dependencies of the services at a moment, with the current settings. */
export const at = async (db: Db, now = FRIDAY) => ({ db, now, venue: await loadVenue({ db }) })

/** A Saturday without seeded reservations. */
export const FAR_SATURDAY = '2027-01-16'

export const askFor = (change: Partial<DinnerRequest> = {}): DinnerRequest => ({
  date: FAR_SATURDAY,
  time: '18:00',
  guests: 2,
  guestName: 'Amara Okafor',
  guestEmail: `${randomUUID()}@example.com`,
  // A contact has two dinners of a date at most.
  guestPhone: newPhone(),
  specialRequests: '',
  key: randomUUID(),
  browser: randomUUID(),
  address: randomUUID(),
  network: null,
  ...change,
})

/** Books a dinner that has room; returns its id. */
export async function booked(db: Db, change: Partial<DinnerRequest> = {}, now = FRIDAY): Promise<string> {
  const taken = await bookDinner(await at(db, now), askFor(change))
  if (!taken.ok) throw new Error(`not booked: ${taken.reason.why}`)
  return taken.value.id
}

/** The tables that a reservation occupies, by number. */
export async function occupanciesOf(db: Db, id: string): Promise<{ number: number; isActive: boolean }[]> {
  return db
    .selectFrom('tableOccupancies as o')
    .innerJoin('venueTables as t', 't.id', 'o.tableId')
    .where('o.reservationId', '=', id)
    .select(['t.tableNumber as number', 'o.isActive'])
    .orderBy('t.tableNumber')
    .execute()
}

/** Counts pairs of active occupancies of one table that overlap: always 0. */
export async function countOverlaps(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from table_occupancies a join table_occupancies b
      on a.table_id = b.table_id and a.id < b.id and a.is_active and b.is_active and a.during && b.during
  `.execute(db)
  return rows[0]?.count ?? -1
}

/** The covers that begin at each time of an evening. */
export const coversOf = (db: Db, date: string) =>
  db
    .selectFrom('reservations')
    .where('businessDate', '=', date)
    .where('reservationType', '=', 'dining')
    .where('status', 'in', ['pending', 'confirmed'])
    .groupBy('startsAt')
    .select((eb) => ['startsAt', eb.fn.sum<number>('guestCount').as('guests')])
    .execute()

/** Staff confirm a dinner that is pending. */
export async function confirmedByStaff(
  db: Db,
  id: string,
  seen: 'pending' | 'cancelled' = 'pending',
): Promise<void> {
  const staff = await db
    .insertInto('staffUsers')
    .values({ name: 'Ama', email: `${randomUUID()}@venue.example`, role: 'manager' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const actor = { id: staff.id, name: 'Ama', role: 'manager' } as const
  const form = { status: 'confirmed', seen } as const
  const changed = await changeStatus({ ...unreachablePayments(), db, now: FRIDAY, actor }, id, form)
  if (!changed.ok) throw new Error(`not confirmed: ${changed.reason.why}`)
  // The email is sent once the undo window has passed.
  await finishChanges({ db, now: new Date(FRIDAY.getTime() + 13_000) }, id)
}
