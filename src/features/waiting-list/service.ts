import type { Db } from '#platform/db/db.ts'
import { countAhead } from '#features/waiting-list/lines/service.ts'
import type { WaitingEntry } from './schema.ts'
import { findEntry } from './store.ts'

export {
  anonymiseEntries,
  changeStatus,
  findEntry,
  findEntryOfHold,
  listEntriesOfPerson,
  listEntriesOf,
  listUnnotifiedLapses,
  writeStaffOffer,
} from './store.ts'

/** An entry with its place in line; null while it is not waiting. */
export async function findPlace(
  { db }: { readonly db: Db },
  id: string,
): Promise<{ readonly entry: WaitingEntry; readonly place: number | null } | null> {
  const entry = await findEntry(db, id)
  if (!entry) return null
  return { entry, place: entry.status === 'waiting' ? (await countAhead(db, id)) + 1 : null }
}
