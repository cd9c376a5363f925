import type { Db } from '#platform/db.ts'
import type { ConcernedGuest, NightGuest } from './schema.ts'
import { listGuestsOf, listStanding } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

/** Who has a table on a night that is not over, or at a table from now on: nobody takes it from under them. */
export const listConcerned = (
  { db, now }: Deps,
  concern: { readonly eventId: string } | { readonly tableId: string },
): Promise<ConcernedGuest[]> => listStanding(db, concern, now)

/** Who is coming to a night: the list for the door. */
export const listNightGuests = ({ db, now }: Deps, eventId: string): Promise<NightGuest[]> =>
  listGuestsOf(db, eventId, now)
