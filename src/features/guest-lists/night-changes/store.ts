import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { ChangedList, ToldEntry } from './schema.ts'

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
export async function recordTold(db: Db, { id, told, night }: ChangedList): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('guestLists')
    .set({ toldNight: night })
    .where('id', '=', id)
    .where('toldNight', '=', told)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Entries of a list that stand and whose guests can be told. */
export const listReachable = (db: Db, listId: string) =>
  db
    .selectFrom('guestListEntries')
    .where('listId', '=', listId)
    .where('removedAt', 'is', null)
    .where((eb) => eb.or([eb('guestEmail', 'is not', null), eb('guestPhone', 'is not', null)]))
    .select(['id', 'guestEmail'])
    .orderBy('id')
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
