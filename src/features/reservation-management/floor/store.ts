import { sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import type { ServerForm, ZoneServer } from './schema.ts'

export const listBlocks = (db: Db, date: CalendarDate, now: Date) =>
  db
    .selectFrom('tableBlocks as b')
    .innerJoin('events as e', 'e.id', 'b.eventId')
    .where('e.date', '=', date)
    .where('e.deletedAt', 'is', null)
    .where('b.releasedAt', 'is', null)
    .where((eb) => eb.or([eb('b.expiresAt', 'is', null), eb('b.expiresAt', '>', now)]))
    .select(['b.id', 'b.tableId', 'b.reason', 'e.startsAt as from', 'e.endsAt as until'])
    .orderBy('e.startsAt')
    .execute()

export const listNights = (db: Db, date: CalendarDate) =>
  db
    .selectFrom('events')
    .where('date', '=', date)
    .where('deletedAt', 'is', null)
    .select(['id', 'title', 'startsAt', 'endsAt'])
    .select(
      sql<boolean>`tables_for_sale and not sold_out and closure_of_event(date, start_time, end_time) is null`.as(
        'isOnSale',
      ),
    )
    .orderBy('startsAt')
    .execute()

export const listServers = (db: Db, date: CalendarDate): Promise<ZoneServer[]> =>
  db.selectFrom('zoneServers').where('date', '=', date).select(['zone', 'name']).execute()

/** Names of the accounts that may sign in. */
export async function listStaffNames(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('staffUsers')
    .where('banned', 'is not', true)
    .select('name')
    .distinct()
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Sets the server of a zone; an empty name leaves it without one. */
export async function writeServer(db: Db, { date, zone, name }: ServerForm): Promise<void> {
  if (name === '') {
    await db.deleteFrom('zoneServers').where('date', '=', date).where('zone', '=', zone).execute()
    return
  }
  await db
    .insertInto('zoneServers')
    .values({ date, zone, name })
    .onConflict((it) => it.columns(['date', 'zone']).doUpdateSet({ name }))
    .execute()
}
