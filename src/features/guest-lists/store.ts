import { sql } from 'kysely'
import { pick } from '#lib/records.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import type { GuestList, GuestListEdit, GuestListForm } from './schema.ts'

const COLUMNS = [
  'l.id',
  'l.eventId',
  'l.name',
  'l.promoter',
  'l.reducedCents',
  'l.maxGuests',
  'l.guests',
  'l.isOpen',
  'l.code',
  'l.version',
] as const

const UNTIL = sql<string | null>`to_char(l.until_time, 'HH24:MI')`.as('untilTime')

/** Lists with the facts of their night. Lists of a deleted event are left out. */
const lists = (db: Db) =>
  db
    .selectFrom('guestLists as l')
    .innerJoin('events as e', 'e.id', 'l.eventId')
    .where('e.deletedAt', 'is', null)
    .select([...COLUMNS, UNTIL])
    .select(['e.title', 'e.date', 'e.startsAt', 'e.endsAt', 'e.price', 'e.slug'])
    .select(sql<string>`to_char(e.start_time, 'HH24:MI')`.as('startTime'))
    .select(sql<string | null>`to_char(e.end_time, 'HH24:MI')`.as('endTime'))
    .select(
      sql<boolean>`closure_of_event(e.date, e.start_time, e.end_time) is not distinct from 'cancelled'`.as(
        'isCancelled',
      ),
    )

export type ListRow = Awaited<ReturnType<ReturnType<typeof lists>['executeTakeFirstOrThrow']>>

export const findList = (db: Db, id: string): Promise<ListRow | undefined> =>
  lists(db).where('l.id', '=', id).executeTakeFirst()

export const findListByCode = (db: Db, code: string): Promise<ListRow | undefined> =>
  lists(db).where('l.code', '=', code).executeTakeFirst()

/** Locks a list, so that its places are counted by one transaction after the other, and reads it afterwards. */
export async function lockList(trx: Db, id: string): Promise<ListRow | undefined> {
  await trx.selectFrom('guestLists').where('id', '=', id).select('id').forUpdate().execute()
  return findList(trx, id)
}

export const listNights = (db: Db, { from, until }: { from: CalendarDate; until: CalendarDate }) =>
  db
    .selectFrom('events')
    .where('deletedAt', 'is', null)
    .where('date', '>=', from)
    .where('date', '<=', until)
    .select(['id', 'title', 'date', 'price'])
    .orderBy('startsAt')
    .orderBy('id')
    .execute()

export const listListsOf = (db: Db, eventIds: readonly string[]): Promise<ListRow[]> =>
  eventIds.length === 0
    ? Promise.resolve([])
    : lists(db).where('l.eventId', 'in', eventIds).orderBy('l.createdAt').orderBy('l.id').execute()

export const findNight = (db: Db, id: string) =>
  db
    .selectFrom('events')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .select(['id', 'title', sql<string>`to_char(start_time, 'HH24:MI')`.as('startTime')])
    .executeTakeFirst()

/** Columns of a submitted form. */
export const columnsOf = ({ reduced, ...form }: Omit<GuestListEdit, 'version'>) => ({
  ...form,
  reducedCents: reduced,
  terms: reduced === null ? 'free' : 'reduced',
})

export async function insertList(db: Db, { eventId, ...form }: GuestListForm): Promise<string> {
  const { id } = await db
    .insertInto('guestLists')
    .values({ ...columnsOf(form), eventId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The part of a row that staff edit. */
export const toGuestList = (row: ListRow): GuestList =>
  pick(row, [
    'id',
    'eventId',
    'name',
    'promoter',
    'reducedCents',
    'untilTime',
    'maxGuests',
    'guests',
    'isOpen',
    'code',
    'version',
  ])
