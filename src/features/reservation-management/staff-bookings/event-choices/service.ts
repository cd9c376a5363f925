import type { EventChoices, EventOption } from '#features/reservation-management/list/schema.ts'
import type { Db } from '#platform/db/db.ts'
import { findEventOption, listEventOptions } from './store.ts'

type Deps = { readonly db: Db }

const CHOICES = 30
const MAX_WORDS = 8

/** Events for the filter of the list, searched by title and date, latest first. */
export async function listEventChoices({ db }: Deps, search: string): Promise<EventChoices> {
  const words = search.split(/[\s,]+/).filter((word) => word !== '')
  const found = await listEventOptions(db, { words: words.slice(0, MAX_WORDS), limit: CHOICES + 1 })
  return { events: found.slice(0, CHOICES), hasMore: found.length > CHOICES }
}

/** The event with this id as an option of the filter; null where there is none. */
export const findEventChoice = async ({ db }: Deps, id: string): Promise<EventOption | null> =>
  (await findEventOption(db, id)) ?? null
