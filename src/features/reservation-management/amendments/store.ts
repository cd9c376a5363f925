import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** An event, locked until the transaction ends: a transaction that deletes it or closes its service waits. */
export const lockEvent = (db: Db, id: string) =>
  db
    .selectFrom('events')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .select(['id', 'title', 'date', 'startsAt', 'endsAt'])
    .select(sql<boolean>`closure_of_event(date, start_time, end_time) is not null`.as('isClosed'))
    .forKeyShare()
    .executeTakeFirst()

/** Whether the venue still holds a night: it is neither deleted nor closed. */
export async function isHeld(db: Db, eventId: string): Promise<boolean> {
  const event = await lockEvent(db, eventId)
  return event !== undefined && !event.isClosed
}

/** Title of an event, also of a deleted one. */
export const findEventTitle = async (db: Db, id: string): Promise<string | null> =>
  (await db.selectFrom('events').where('id', '=', id).select('title').executeTakeFirst())?.title ?? null
