import type { Db } from '#platform/db/db.ts'
import type { Evening, KnownBy } from './schema.ts'
import { listEveningParts } from './store.ts'

/** The evening of a reservation: its own part, and the dinner or night of the same guests that still stands; null without one. */
export async function findEvening(
  { db }: { readonly db: Db },
  id: string,
  knownBy: KnownBy,
): Promise<Evening | null> {
  const parts = await listEveningParts(db, id, knownBy)
  const other = parts.find((part) => part.id !== id)
  return other ? { parts, other } : null
}
