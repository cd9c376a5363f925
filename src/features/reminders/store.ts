import { sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'

type Due = { readonly date: CalendarDate; readonly before: Date; readonly limit: number }

/** Confirmed reservations, and dinners with a table, of a date. */
const reminded = (db: Db, { date, before, limit }: Due) =>
  db
    .selectFrom('reservations as r')
    .where('r.businessDate', '=', date)
    .where('r.deletedAt', 'is', null)
    .where('r.createdAt', '<', before)
    .where(
      sql<boolean>`(r.status = 'confirmed'
        or (r.status = 'pending' and r.reservation_type = 'dining' and r.table_id is not null))`,
    )
    .orderBy('r.startsAt')
    .limit(limit)

/** Those that have no reminder email in the queue yet. */
export const listDueReminders = (db: Db, due: Due) =>
  reminded(db, due)
    .where('r.guestEmail', '<>', '')
    .where(
      // A reservation that was moved to another date is reminded of that one, too.
      sql<boolean>`not exists (select from email_queue m where m.reservation_id = r.id
        and m.kind in ('dinner_reminder', 'night_reminder') and m.dedupe_key in ('', r.business_date::text))`,
    )
    .select(['r.id', 'r.reservationType', 'r.guestEmail'])
    .execute()

/** Those whose guests agreed to texts, at this number, and have no reminder text in the queue yet. */
export const listDueTexts = (db: Db, due: Due) =>
  reminded(db, due)
    .where(
      sql<boolean>`(exists (select from text_consents c where c.reservation_id = r.id)
        or exists (select from text_consents c join waiting_entries w on w.id = c.waiting_entry_id
          where w.id = r.waiting_entry_id and phone_key(w.guest_phone) = phone_key(r.guest_phone)))`,
    )
    .where(
      sql<boolean>`not exists (select from text_messages m where m.reservation_id = r.id
        and m.kind = 'reminder' and m.dedupe_key = r.business_date::text)`,
    )
    .select('r.id')
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
