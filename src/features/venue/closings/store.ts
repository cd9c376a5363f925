import { type Insertable, sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { DB } from '#platform/db/db-types.ts'
import type { Db } from '#platform/db/db.ts'

const closingKey = (night: CalendarDate) => sql`hashtextextended('close-out ' || ${night}::text, 0)`

/** Makes transactions that close or open a night wait for each other, until the one that has the lock ends. */
export async function lockClosing(trx: Db, night: CalendarDate): Promise<void> {
  await sql`select pg_advisory_xact_lock(${closingKey(night)})`.execute(trx)
}

/**
 * Keeps a night from being closed until the caller's transaction ends, and waits for a closing that is under way. False where the
 * night is closed. Callers do not wait for each other.
 */
export async function keepNightOpen(trx: Db, night: CalendarDate): Promise<boolean> {
  await sql`select pg_advisory_xact_lock_shared(${closingKey(night)})`.execute(trx)
  return (await findClosing(trx, night)) === undefined
}

export const findClosing = (db: Db, night: CalendarDate) =>
  db
    .selectFrom('nightClosings')
    .where('night', '=', night)
    .select(['closedAt', 'recordedAt', 'actorName', 'reason'])
    .executeTakeFirst()

/** End of the last event of a night that is not over yet; null once all are. */
export async function findEventsEnd(db: Db, night: CalendarDate, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('events')
    .where('date', '=', night)
    .where('deletedAt', 'is', null)
    .where('overAt', '>', now)
    .select((eb) => eb.fn.max('overAt').as('endsAt'))
    .executeTakeFirst()
  return row?.endsAt ?? null
}

export async function insertClosing(db: Db, row: Insertable<DB['nightClosings']>): Promise<void> {
  await db.insertInto('nightClosings').values(row).execute()
}

export async function deleteClosing(db: Db, night: CalendarDate): Promise<void> {
  await db.deleteFrom('nightClosings').where('night', '=', night).execute()
}
