import { addHours } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { mustWait, waitUntil } from './rules.ts'
import { findLapses } from './store.ts'

/** Hours for which an unpaid change counts, as a lapsed hold. */
const LAPSES_HOURS = 24

/** Why a guest cannot keep another table now, because they kept several without paying; null where they can. */
export async function findLapseRefusal(
  { db, now }: { readonly db: Db; readonly now: Date },
  reservationId: string,
): Promise<ReturnType<typeof mustWait> | null> {
  const until = waitUntil(await findLapses(db, reservationId, addHours(now, -LAPSES_HOURS)), now)
  return until && mustWait(until, now)
}
