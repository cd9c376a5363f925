import type { Db } from '#platform/db/db.ts'

/** A staff message joined with its reservation; undefined where either was deleted. `dedupeKey` is the message id. */
export const findMessage = (db: Db, { subjectId, dedupeKey }: { subjectId: string; dedupeKey: string }) =>
  db
    .selectFrom('reservations as r')
    .innerJoin('staffMessages as m', (join) => join.on('m.id', '=', dedupeKey))
    .leftJoin('events as e', 'e.id', 'r.eventId')
    .where('r.id', '=', subjectId)
    .where('r.deletedAt', 'is', null)
    .select(['m.subject', 'm.body', 'r.guestName', 'r.guestEmail', 'r.guestCount', 'r.startsAt'])
    .select('e.title as eventTitle')
    .executeTakeFirst()
