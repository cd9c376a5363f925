import type { Weekday } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import type { TurnTime } from './rules.ts'
import type { SERVICES } from './schema.ts'

type Service = (typeof SERVICES)[number]
export type PackageKey = 'birthday_shoutout' | 'screen_display'

export const readVenueRow = (db: Db) => db.selectFrom('venue').selectAll().executeTakeFirstOrThrow()
export type VenueColumns = Partial<Awaited<ReturnType<typeof readVenueRow>>>

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

export const listTurnTimeRows = (db: Db) =>
  db.selectFrom('diningTurnTimes').selectAll().orderBy('fromGuests').execute()

export async function writeTurnTimeRows(db: Db, rows: readonly TurnTime[]): Promise<void> {
  await db.deleteFrom('diningTurnTimes').execute()
  await db.insertInto('diningTurnTimes').values(rows).execute()
}

export const listPackageRows = (db: Db) => db.selectFrom('packages').selectAll().orderBy('position').execute()

type PackageColumns = {
  readonly name: string
  readonly description: string
  readonly priceCents: number
  readonly isOffered: boolean
  readonly runSheetTime: string | null
  readonly runSheetTitle: string
}

export async function writePackage(db: Db, key: PackageKey, columns: PackageColumns): Promise<void> {
  await db.updateTable('packages').set(columns).where('key', '=', key).execute()
}

export async function readRequire2fa(db: Db): Promise<boolean> {
  const venue = await db.selectFrom('venue').select('ownersRequireTwoFactor').executeTakeFirst()
  return venue?.ownersRequireTwoFactor ?? false
}

export async function writeRequire2fa(db: Db, ownersRequireTwoFactor: boolean): Promise<void> {
  await db.updateTable('venue').set({ ownersRequireTwoFactor }).execute()
}
