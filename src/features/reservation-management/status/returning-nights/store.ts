import type { Db } from '#platform/db/db.ts'

/** The night of an event that is not deleted. Staff who move or delete it wait until the transaction ends. */
export const lockNight = (db: Db, eventId: string) =>
  db
    .selectFrom('events')
    .where('id', '=', eventId)
    .where('deletedAt', 'is', null)
    .select(['date', 'startsAt', 'endsAt'])
    .forKeyShare()
    .executeTakeFirst()
