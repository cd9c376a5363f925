import { sql } from 'kysely'
import { ARRIVED_STATES } from '#features/emails/text-messages/rules.ts'
import type { Db } from '#platform/db/db.ts'
import { coveringKeys, type DueSpan, type Reminder, reminderKey } from './rules.ts'

type Due = DueSpan & { readonly reminder: Reminder; readonly limit: number }

/**
 * Confirmed reservations, and dinners that are promised, that start in a span: with a table, or of a party for which staff find
 * one on arrival. One that is only offered, or waits for an answer of staff, is reminded of nothing.
 */
const reminded = (db: Db, { from, until, bookedHours, bookedBefore, limit }: Due) =>
  db
    .selectFrom('reservations as r')
    .where('r.startsAt', '>', from)
    .where('r.startsAt', '<=', until)
    .where('r.deletedAt', 'is', null)
    .where(sql<boolean>`r.created_at <= r.starts_at - make_interval(hours => ${bookedHours})`)
    .where('r.createdAt', '<=', bookedBefore)
    .where(
      sql<boolean>`(r.status = 'confirmed'
        or (r.status = 'pending' and r.reservation_type = 'dining' and r.held_until is null
          and (r.table_id is not null or not r.is_large_party)))`,
    )
    .orderBy('r.startsAt')
    .limit(limit)

/** Dedupe keys of the reminders that make one needless. */
const keysFor = (reminder: Reminder) =>
  sql.join(coveringKeys(reminderKey('', reminder)).map((it) => sql`r.business_date::text || ${it}`))

/** Those that have no reminder email in the queue yet, and that no email about the other reservation of the evening named. */
export const listDueReminders = (db: Db, due: Due) =>
  reminded(db, due)
    .where('r.guestEmail', '<>', '')
    .where(
      // A reservation that was moved to another date is reminded of that one, too.
      sql<boolean>`not exists (select from email_queue m where m.subject_id = r.id
        and m.kind in ('dinner_reminder', 'night_reminder') and m.dedupe_key in ('', r.business_date::text || ${reminderKey('', due.reminder)}))`,
    )
    .where(
      sql<boolean>`not exists (select from email_queue m where m.also_about = r.id and m.sent_at is not null
        and m.dedupe_key in (${keysFor(due.reminder)}))`,
    )
    .select(['r.id', 'r.reservationType', 'r.businessDate'])
    .execute()

/** The same for texts, of those whose guests agreed to them at this number. */
export const listDueTexts = (db: Db, due: Due) =>
  reminded(db, due)
    .where(
      sql<boolean>`(exists (select from text_consents c where c.reservation_id = r.id)
        or exists (select from text_consents c join waiting_entries w on w.id = c.waiting_entry_id
          where w.id = r.waiting_entry_id and phone_key(w.guest_phone) = phone_key(r.guest_phone)))`,
    )
    .where(
      sql<boolean>`not exists (select from text_messages m where m.reservation_id = r.id
        and m.kind = 'reminder' and m.dedupe_key = r.business_date::text || ${reminderKey('', due.reminder)})`,
    )
    .where(
      sql<boolean>`not exists (select from text_messages m where m.also_about = r.id
        and m.status in (${sql.join(ARRIVED_STATES)}) and m.dedupe_key in (${keysFor(due.reminder)}))`,
    )
    .select(['r.id', 'r.businessDate'])
    .execute()

/** Stores that a guest comes at the booked time. A repeated answer keeps the time of the first one. */
export async function insertConfirmation(db: Db, reservationId: string, confirmedAt: Date): Promise<void> {
  await sql`
    insert into guest_confirmations as c (reservation_id, starts_at, confirmed_at)
    select id, starts_at, ${confirmedAt} from reservations where id = ${reservationId}
    on conflict (reservation_id) do update set starts_at = excluded.starts_at, confirmed_at = excluded.confirmed_at
    where c.starts_at <> excluded.starts_at`.execute(db)
}

/** Time at which a guest confirmed to come at the time that is booked now; null without an answer. */
export async function findConfirmation(db: Db, reservationId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('guestConfirmations as c')
    .innerJoin('reservations as r', 'r.id', 'c.reservationId')
    .whereRef('r.startsAt', '=', 'c.startsAt')
    .where('c.reservationId', '=', reservationId)
    .select('c.confirmedAt')
    .executeTakeFirst()
  return row?.confirmedAt ?? null
}

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
