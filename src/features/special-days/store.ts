import { sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db.ts'
import type { SpecialDay } from './schema.ts'

type Service = SpecialDay['service']

const COLUMNS = ['businessDate', 'service', 'opens', 'closes', 'reason'] as const

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

const hoursOf = ({ opens, closes, reason }: SpecialDay) => ({
  opens: opens || null,
  closes: closes || null,
  reason,
})

export async function writeDay(db: Db, day: SpecialDay): Promise<void> {
  await db
    .insertInto('venueSpecialDays')
    .values({ businessDate: day.date, service: day.service, ...hoursOf(day) })
    .onConflict((conflict) => conflict.columns(['businessDate', 'service']).doUpdateSet(hoursOf(day)))
    .execute()
}

/** Writes a day that was deleted; false where it was set apart anew meanwhile. */
export async function putBack(db: Db, day: SpecialDay): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('venueSpecialDays')
    .values({ businessDate: day.date, service: day.service, ...hoursOf(day) })
    .onConflict((conflict) => conflict.columns(['businessDate', 'service']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

type Removed = { readonly date: CalendarDate; readonly service: Service; readonly now: Date }

/** Puts a day into the bin. Answers its id there; null where there is no such day. */
export async function binDay(db: Db, { date, service, now }: Removed): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with removed as (
      delete from venue_special_days where business_date = ${date} and service = ${service} returning *
    )
    insert into deleted_special_days (business_date, service, opens, closes, reason, deleted_at)
    select business_date, service, opens, closes, reason, ${now} from removed returning id`.execute(db)
  return rows[0]?.id ?? null
}

export const listBinned = (db: Db) =>
  db
    .selectFrom('deletedSpecialDays')
    .select(['id', 'deletedAt', ...COLUMNS])
    .execute()

export const lockBinned = (db: Db, id: string) =>
  db.selectFrom('deletedSpecialDays').where('id', '=', id).select(COLUMNS).forUpdate().executeTakeFirst()

export async function unbinDay(db: Db, id: string): Promise<void> {
  await db.deleteFrom('deletedSpecialDays').where('id', '=', id).execute()
}

export async function sweepBinned(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('deletedSpecialDays')
    .where('deletedAt', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** How many reservations stand on a day of a service. */
export async function countStanding(db: Db, date: CalendarDate, service: Service): Promise<number> {
  const { count } = await db
    .selectFrom('reservations')
    .where('businessDate', '=', date)
    .where('reservationType', '=', service === 'restaurant' ? 'dining' : 'nightlife')
    .where('status', 'in', ['pending', 'confirmed'])
    .where('deletedAt', 'is', null)
    .select(db.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
