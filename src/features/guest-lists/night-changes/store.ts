import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { isReachable } from '#platform/db/fragments/listed-names.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { ChangedList, NightChange, ToldEntry } from './schema.ts'

type Moments = {
  readonly now: Date
  /** Changes by staff after that moment can still be undone. */
  readonly changedBefore: Date
}

/** Guest lists of events to come that are not as their guests were told, once staff can no longer undo the change of the event. */
export async function listChanged(db: Db, { now, changedBefore }: Moments): Promise<ChangedList[]> {
  const { rows } = await sql<ChangedList>`
    select l.id, l.told_night as told, night_for_guests(e) as night
    from guest_lists l join events e on e.id = l.event_id
    where e.over_at > ${now} and l.told_night <> night_for_guests(e)
      and (e.deleted_at is null or e.deleted_at <= ${changedBefore})
      and not exists (select from venue_special_days d where d.business_date = e.date and d.undo_until > ${now})
      and not exists (
        select from deleted_special_days d where d.business_date = e.date and d.deleted_at > ${changedBefore})
    order by l.id`.execute(db)
  return rows
}

/** Records what guests are told of a night; false where another process was first. */
export async function recordTold(
  db: Db,
  { id, told, night }: ChangedList,
  { change, at }: { readonly change: NightChange; readonly at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('guestLists')
    .set({ toldNight: night, toldChange: change, toldAt: at })
    .where('id', '=', id)
    .where('toldNight', '=', told)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Entries of a list that stand and whose guests can be told. */
export const listReachable = (db: Db, listId: string) =>
  db
    .selectFrom('guestListEntries as n')
    .where('n.listId', '=', listId)
    .where('n.removedAt', 'is', null)
    .where(isReachable())
    .select(['n.id', 'n.guestEmail'])
    .orderBy('n.id')
    .execute()

/** Which lists: one, or those of the nights of a span. */
export type WhichLists =
  | { readonly listId: string }
  | { readonly from: CalendarDate; readonly until: CalendarDate }

export type ToldList = {
  readonly id: string
  readonly name: string
  readonly promoter: string
  readonly toldNight: string
  readonly change: NightChange
  readonly at: Date
  readonly eventTitle: string
  readonly date: CalendarDate
  readonly isDeleted: boolean
}

/** Lists of nights to come, deleted ones included, whose guests were told of a change. */
export async function listTold(db: Db, now: Date, which: WhichLists): Promise<ToldList[]> {
  const isAsked =
    'listId' in which
      ? sql<boolean>`l.id = ${which.listId}`
      : sql<boolean>`e.date between ${which.from} and ${which.until}`
  const { rows } = await sql<ToldList>`
    select l.id, l.name, l.promoter, l.told_night as "toldNight", l.told_change as change, l.told_at as at,
      e.title as "eventTitle", e.date::text as date, e.deleted_at is not null as "isDeleted"
    from guest_lists l join events e on e.id = l.event_id
    where l.told_at is not null and e.over_at > ${now} and ${isAsked}
    order by e.starts_at, l.created_at, l.id`.execute(db)
  return rows
}

/** Names that stand on lists and knew the night before it changed, in their order. */
export const listNamesBefore = (db: Db, listIds: readonly string[]) =>
  db
    .selectFrom('guestListEntries as n')
    .innerJoin('guestLists as l', 'l.id', 'n.listId')
    .where('n.listId', 'in', listIds)
    .where('n.removedAt', 'is', null)
    .whereRef('n.createdAt', '<=', 'l.toldAt')
    .select(['n.id', 'n.listId', 'n.guestName', 'n.guestCount', 'n.guestPhone'])
    .orderBy('n.guestName')
    .orderBy('n.id')
    .execute()

/** An entry that stands, of a night to come. */
export const findToldEntry = (db: Db, id: string, now: Date): Promise<ToldEntry | undefined> =>
  db
    .selectFrom('guestListEntries as n')
    .innerJoin('guestLists as l', 'l.id', 'n.listId')
    .innerJoin('events as e', 'e.id', 'l.eventId')
    .where('n.id', '=', id)
    .where('n.removedAt', 'is', null)
    .where('e.overAt', '>', now)
    .select([
      'n.guestName',
      'n.guestCount',
      'n.guestEmail',
      'n.guestPhone',
      'e.title as eventTitle',
      'e.date',
    ])
    .select(sql<string>`to_char(e.start_time, 'HH24:MI')`.as('startTime'))
    .select(sql<string | null>`to_char(e.end_time, 'HH24:MI')`.as('endTime'))
    .select(sql<boolean>`night_for_guests(e) = 'called off'`.as('isCalledOff'))
    .executeTakeFirst()
