import type { CalendarDate, Weekday } from '#lib/venue-time.ts'
import type { Db } from '#platform/db.ts'
import type { Sitting } from './rules.ts'
import type { SettingsSpecialDay } from './schema.ts'

type Service = SettingsSpecialDay['service']
export type PackageKey = 'birthday_shoutout' | 'screen_display'

export const readVenueRow = (db: Db) => db.selectFrom('venue').selectAll().executeTakeFirstOrThrow()
export type VenueColumns = Partial<Awaited<ReturnType<typeof readVenueRow>>>

/** Writes columns of the venue if it is still as its editor saw it; false where it is not. With none its version counts up. */
export async function writeVenue(db: Db, version: number, columns: VenueColumns): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('venue')
    .set({ ...columns, id: true })
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const listWeek = (db: Db) =>
  db.selectFrom('venueHours').selectAll().orderBy('service').orderBy('weekday').execute()

type Day = { readonly weekday: Weekday; readonly opens: string; readonly closes: string }

export async function writeWeek(db: Db, service: Service, days: readonly Day[]): Promise<void> {
  await db.deleteFrom('venueHours').where('service', '=', service).execute()
  if (days.length > 0)
    await db
      .insertInto('venueHours')
      .values(days.map((day) => ({ service, ...day })))
      .execute()
}

export const listSittingRows = (db: Db) =>
  db.selectFrom('diningSittings').selectAll().orderBy('fromGuests').execute()

export async function writeSittingRows(db: Db, rows: readonly Sitting[]): Promise<void> {
  await db.deleteFrom('diningSittings').execute()
  await db.insertInto('diningSittings').values(rows).execute()
}

export const listPackageRows = (db: Db) => db.selectFrom('packages').selectAll().orderBy('position').execute()

type PackageColumns = {
  readonly name: string
  readonly description: string
  readonly priceCents: number
  readonly isOffered: boolean
}

export async function writePackage(db: Db, key: PackageKey, columns: PackageColumns): Promise<void> {
  await db.updateTable('packages').set(columns).where('key', '=', key).execute()
}

export const listSpecialDayRows = (db: Db, from: CalendarDate) =>
  db
    .selectFrom('venueSpecialDays')
    .where('businessDate', '>=', from)
    .selectAll()
    .orderBy('businessDate')
    .orderBy('service')
    .execute()

export const findSpecialDay = (db: Db, date: CalendarDate, service: Service) =>
  db
    .selectFrom('venueSpecialDays')
    .where('businessDate', '=', date)
    .where('service', '=', service)
    .selectAll()
    .executeTakeFirst()

export async function writeSpecialDay(db: Db, { date, service, opens, closes, reason }: SettingsSpecialDay) {
  const day = { opens: opens || null, closes: closes || null, reason }
  await db
    .insertInto('venueSpecialDays')
    .values({ businessDate: date, service, ...day })
    .onConflict((conflict) => conflict.columns(['businessDate', 'service']).doUpdateSet(day))
    .execute()
}

export async function removeSpecialDay(db: Db, date: CalendarDate, service: Service): Promise<void> {
  await db
    .deleteFrom('venueSpecialDays')
    .where('businessDate', '=', date)
    .where('service', '=', service)
    .execute()
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
