import { type Insertable, sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { DB } from '#platform/db/db-types.ts'
import type { Db } from '#platform/db/db.ts'

/**
 * Takes the lock of a night until the transaction ends; false where another transaction has it. It is not waited for: the
 * list that a colleague decided about is gone afterwards.
 */
export async function tryLockNight(trx: Db, night: CalendarDate): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('close-out ' || ${night}::text, 0)) as "isLocked"`.execute(
    trx,
  )
  return rows[0]?.isLocked === true
}

export const findClosing = (db: Db, night: CalendarDate) =>
  db
    .selectFrom('nightClosings')
    .where('night', '=', night)
    .select(['closedAt', 'recordedAt', 'actorName', 'reason'])
    .executeTakeFirst()

export async function insertClosing(db: Db, row: Insertable<DB['nightClosings']>): Promise<void> {
  await db.insertInto('nightClosings').values(row).execute()
}

export async function deleteClosing(db: Db, night: CalendarDate): Promise<void> {
  await db.deleteFrom('nightClosings').where('night', '=', night).execute()
}
