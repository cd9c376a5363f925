import { sql } from 'kysely'
import type { EventOption } from '#features/reservation-management/list/schema.ts'
import { likeContaining, plainLikeContaining } from '#lib/text/like.ts'
import type { Db } from '#platform/db/db.ts'

/** Query condition: the title or the date, such as `Friday November 27 2026`, contains a word of the search. */
const eventHas = (word: string) => sql<boolean>`(
  plain_text(title) like ${plainLikeContaining(word)} or to_char(date, 'FMDay FMMonth FMDD YYYY YYYY-MM-DD') ilike ${likeContaining(word)})`

type Choices = { readonly words: readonly string[]; readonly limit: number }

/** Events that match all words of a search, latest first. */
export function listEventOptions(db: Db, { words, limit }: Choices): Promise<EventOption[]> {
  let query = db.selectFrom('events').select(['id', 'title', 'date']).where('deletedAt', 'is', null)
  for (const word of words) query = query.where(eventHas(word))
  return query.orderBy('date', 'desc').orderBy('startsAt', 'desc').limit(limit).execute()
}

export const findEventOption = (db: Db, id: string): Promise<EventOption | undefined> =>
  db
    .selectFrom('events')
    .select(['id', 'title', 'date'])
    .where('deletedAt', 'is', null)
    .where('id', '=', id)
    .executeTakeFirst()
