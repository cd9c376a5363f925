import { sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import type { DayUndo, SpecialDay } from './schema.ts'

type Service = SpecialDay['service']

const COLUMNS = ['businessDate', 'service', 'opens', 'closes', 'reason', 'closedEvents'] as const

export const listDays = (db: Db, from: CalendarDate) =>
  db
    .selectFrom('venueSpecialDays')
    .where('businessDate', '>=', from)
    .select(COLUMNS)
    .orderBy('businessDate')
    .orderBy('service')
    .execute()

export const findDay = (db: Db, date: CalendarDate, service: Service) =>
  db
    .selectFrom('venueSpecialDays')
    .where('businessDate', '=', date)
    .where('service', '=', service)
    .select(COLUMNS)
    .executeTakeFirst()

const hoursOf = ({ opens, closes, reason, closedEvents }: SpecialDay) => ({
  opens: opens || null,
  closes: closes || null,
  reason,
  closedEvents,
  undoUntil: null,
  undo: null,
})

export async function writeDay(db: Db, day: SpecialDay): Promise<void> {
  await db
    .insertInto('venueSpecialDays')
    .values({ businessDate: day.date, service: day.service, ...hoursOf(day) })
    .onConflict((conflict) => conflict.columns(['businessDate', 'service']).doUpdateSet(hoursOf(day)))
    .execute()
}

type SetDay = { readonly date: CalendarDate; readonly service: Service }

/** Writes until when a day that was just set can be undone, and to what. */
export async function writeUndo(
  db: Db,
  { date, service }: SetDay,
  { undoUntil, undo }: { readonly undoUntil: Date; readonly undo: DayUndo },
): Promise<void> {
  await db
    .updateTable('venueSpecialDays')
    .set({ undoUntil, undo: JSON.stringify(undo) })
    .where('businessDate', '=', date)
    .where('service', '=', service)
    .execute()
}

/** Locks a day that can still be undone; undefined where there is none. */
export async function lockUndoable(
  db: Db,
  { date, service }: SetDay,
  now: Date,
): Promise<DayUndo | undefined> {
  const { rows } = await sql<{ undo: DayUndo }>`
    select undo from venue_special_days
    where business_date = ${date} and service = ${service} and undo_until > ${now} and undo is not null for update`.execute(
    db,
  )
  return rows[0]?.undo
}

export async function deleteDay(db: Db, { date, service }: SetDay): Promise<void> {
  await db
    .deleteFrom('venueSpecialDays')
    .where('businessDate', '=', date)
    .where('service', '=', service)
    .execute()
}

/**
 * Holds tables again for parties of the waiting list, unless their time is over. A trigger restores the offers; the constraint
 * `one_party_per_table` throws where a table is taken.
 */
export async function reviveOffers(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await db
    .updateTable('reservations')
    .set({ status: 'pending', cancelReason: null })
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .where('status', '=', 'cancelled')
    .where('heldUntil', '>', now)
    .execute()
}

/** Inserts a deleted day again; false where a row for the date and service exists by now. */
export async function insertRestored(db: Db, day: SpecialDay): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('venueSpecialDays')
    .values({ businessDate: day.date, service: day.service, ...hoursOf(day) })
    .onConflict((conflict) => conflict.columns(['businessDate', 'service']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

type Removed = { readonly date: CalendarDate; readonly service: Service; readonly now: Date }

/** Moves a day to the trash in one statement. Returns its id there; null where the day does not exist. */
export async function trashDay(db: Db, { date, service, now }: Removed): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with removed as (
      delete from venue_special_days where business_date = ${date} and service = ${service} returning *
    )
    insert into deleted_special_days (business_date, service, opens, closes, reason, closed_events, deleted_at)
    select business_date, service, opens, closes, reason, closed_events, ${now} from removed returning id`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

export const listTrashed = (db: Db) =>
  db
    .selectFrom('deletedSpecialDays')
    .select(['id', 'deletedAt', ...COLUMNS])
    .execute()

export const lockTrashedDay = (db: Db, id: string) =>
  db
    .selectFrom('deletedSpecialDays')
    .where('id', '=', id)
    .select(['deletedAt', ...COLUMNS])
    .forUpdate()
    .executeTakeFirst()

export async function deleteTrashedDay(db: Db, id: string): Promise<void> {
  await db.deleteFrom('deletedSpecialDays').where('id', '=', id).execute()
}

export async function purgeTrashed(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('deletedSpecialDays')
    .where('deletedAt', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
