import type { Db } from '#platform/db/db.ts'

/** Title of an event, also of a deleted one. */
export const findEventTitle = async (db: Db, id: string): Promise<string | null> =>
  (await db.selectFrom('events').where('id', '=', id).select('title').executeTakeFirst())?.title ?? null
