import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { finishChanges } from '#features/reservation-management/changes/service.ts'
import { changeStatus } from '#features/reservation-management/status/service.ts'
import type { DinnerRequest } from '#features/dining/schema.ts'
import { bookDinner } from '#features/dining/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import type { Db } from '#platform/db/db.ts'
import { unreachablePayments } from '../booking/bookings.ts'

/** Three hours before the doors of the seeded Friday. */
export const FRIDAY = new Date('2026-11-21T00:00:00Z')

/** What the services get at a moment, with the settings as they are now. */
export const at = async (db: Db, now = FRIDAY) => ({ db, now, venue: await loadVenue({ db }) })

/** A Saturday that the seed knows nothing of. */
export const FAR_SATURDAY = '2027-01-16'

export const askFor = (change: Partial<DinnerRequest> = {}): DinnerRequest => ({
  date: FAR_SATURDAY,
  time: '18:00',
  guests: 2,
  guestName: 'Amara Okafor',
  guestEmail: `${randomUUID()}@example.com`,
  guestPhone: '(972) 555-0142',
  specialRequests: '',
  key: randomUUID(),
  browser: randomUUID(),
  ...change,
})

/** Books a dinner that there is room for; answers its id. */
export async function booked(db: Db, change: Partial<DinnerRequest> = {}, now = FRIDAY): Promise<string> {
  const taken = await bookDinner(await at(db, now), askFor(change))
  if (!taken.ok) throw new Error(`not booked: ${taken.reason.why}`)
  return taken.value.id
}

/** The tables a reservation has claimed, by their numbers. */
export async function claimsOf(db: Db, id: string): Promise<{ number: number; live: boolean }[]> {
  return db
    .selectFrom('tableClaims as c')
    .innerJoin('venueTables as t', 't.id', 'c.tableId')
    .where('c.reservationId', '=', id)
    .select(['t.tableNumber as number', 'c.live'])
    .orderBy('t.tableNumber')
    .execute()
}

/** Pairs of live claims on one table that overlap: there must never be one. */
export async function countOverlaps(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from table_claims a join table_claims b
      on a.table_id = b.table_id and a.id < b.id and a.live and b.live and a.during && b.during
  `.execute(db)
  return rows[0]?.count ?? -1
}

/** How many guests begin at each time of an evening. */
export const coversOf = (db: Db, date: string) =>
  db
    .selectFrom('reservations')
    .where('businessDate', '=', date)
    .where('reservationType', '=', 'dining')
    .where('status', 'in', ['pending', 'confirmed'])
    .groupBy('startsAt')
    .select((eb) => ['startsAt', eb.fn.sum<number>('guestCount').as('guests')])
    .execute()

/** Staff say yes to a dinner that waits for them. */
export async function confirmedByStaff(db: Db, id: string): Promise<void> {
  const staff = await db
    .insertInto('staffUsers')
    .values({ name: 'Ama', email: `${randomUUID()}@house.example`, role: 'manager' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const actor = { id: staff.id, name: 'Ama', role: 'manager' } as const
  const form = { status: 'confirmed', seen: 'pending' } as const
  const changed = await changeStatus({ ...unreachablePayments(), db, now: FRIDAY, actor }, id, form)
  if (!changed.ok) throw new Error(`not confirmed: ${changed.reason.why}`)
  // The email leaves once the change cannot be undone any more.
  await finishChanges({ db, now: new Date(FRIDAY.getTime() + 13_000) }, id)
}
