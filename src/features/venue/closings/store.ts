import { type Insertable, sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { DB } from '#platform/db/db-types.ts'
import type { Db } from '#platform/db/db.ts'

/** Makes transactions that close or open a night wait for each other, until the one that has the lock ends. */
export async function lockClosing(trx: Db, night: CalendarDate): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('close-out ' || ${night}::text, 0))`.execute(trx)
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
