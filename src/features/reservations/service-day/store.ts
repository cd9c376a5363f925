import { sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'

/**
 * Serializes the dinners of one date across processes, by an advisory lock until the caller's transaction ends. Needed
 * because the pacing limit is a sum over rows, which no constraint can check. Within dining it is taken before any row
 * lock.
 */
export async function lockServiceDay(db: Db, date: CalendarDate): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`dining ${date}`}, 0))`.execute(db)
}
