import type { Db } from '#platform/db.ts'
import type { Concern, ConcernedGuest, NightGuest } from './schema.ts'
import { listGuestsOf, listStanding } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

/**
 * Who has a table on a night that is not over, or at a table from now on, or at two tables pushed together: nobody takes
 * it from under them.
 */
export const listConcerned = ({ db, now }: Deps, concern: Concern): Promise<ConcernedGuest[]> =>
  listStanding(db, concern, now)

/** Who is coming to a night: the list for the door. */
export const listNightGuests = ({ db, now }: Deps, eventId: string): Promise<NightGuest[]> =>
  listGuestsOf(db, eventId, now)
