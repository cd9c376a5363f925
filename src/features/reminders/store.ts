import { sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'

/** Confirmed reservations and dinners with a table on a date that have no reminder email in the queue yet. */
export const listDueReminders = (
  db: Db,
  { date, before, limit }: { readonly date: CalendarDate; readonly before: Date; readonly limit: number },
) =>
  db
    .selectFrom('reservations as r')
    .where('r.businessDate', '=', date)
    .where('r.deletedAt', 'is', null)
    .where('r.createdAt', '<', before)
    .where('r.guestEmail', '<>', '')
    .where(
      sql<boolean>`(r.status = 'confirmed'
        or (r.status = 'pending' and r.reservation_type = 'dining' and r.table_id is not null))`,
    )
    .where(
      // A reservation that was moved to another date is reminded of that one, too.
      sql<boolean>`not exists (select from email_queue m where m.reservation_id = r.id
        and m.kind in ('dinner_reminder', 'night_reminder') and m.dedupe_key in ('', r.business_date::text))`,
    )
    .select(['r.id', 'r.reservationType', 'r.guestEmail'])
    .orderBy('r.startsAt')
    .limit(limit)
    .execute()

export async function insertOptOut(db: Db, addressHash: string, at: Date): Promise<void> {
  await db
    .insertInto('reminderOptOuts')
    .values({ addressHash, optedOutAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteOptOut(db: Db, addressHash: string): Promise<void> {
  await db.deleteFrom('reminderOptOuts').where('addressHash', '=', addressHash).execute()
}

export async function hasOptedOut(db: Db, addressHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('reminderOptOuts')
    .where('addressHash', '=', addressHash)
    .select('addressHash')
    .executeTakeFirst()
  return row !== undefined
}
