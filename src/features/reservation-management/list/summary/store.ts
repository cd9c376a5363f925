import { sql } from 'kysely'
import type { Counter, ReservationQuery } from '#features/reservation-management/list/schema.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'

type Filters = Omit<ReservationQuery, 'sort'>

/** Counts and revenue of the reservations that are not deleted, from the counter rows: it reads no reservation. */
export async function listCounters(db: Db, { type, status }: Filters): Promise<Counter[]> {
  const { rows } = await sql<Counter>`
    select reservation_type as "type", status, sum(reservations)::integer as "count", sum(earned_cents)::bigint as "earnedCents"
    from reservation_counters
    where (${type}::text is null or reservation_type = ${type}) and (${status}::text is null or status = ${status})
    group by 1, 2`.execute(db)
  return rows
}

export const findNightOf = async (db: Db, eventId: string): Promise<CalendarDate | null> =>
  (await db.selectFrom('events').where('id', '=', eventId).select('date').executeTakeFirst())?.date ?? null

/**
 * Merges the counter rows of each type and status into one, so that counting stays quick (job). Triggers only ever
 * insert counter rows, so that guests who book at once do not wait for a lock; rows inserted during the merge stay for
 * the next run.
 */
export async function rollUpCounters({ db }: { readonly db: Db }): Promise<void> {
  await sql`
    with folded as (delete from reservation_counters returning reservation_type, status, reservations, earned_cents)
    insert into reservation_counters (reservation_type, status, reservations, earned_cents)
    select reservation_type, status, sum(reservations), sum(earned_cents) from folded group by 1, 2`.execute(
    db,
  )
}
