import type { Db } from '#platform/db/db.ts'
import { listGuestFacts } from './store.ts'

export { deleteUnusedGuests, eraseGuestRows, findPerson, keepContacts } from './store.ts'

/** Everything that staff wrote about guests, for a privacy request. */
export const exportGuests = async (db: Db, ids: readonly string[]) =>
  ids.length === 0 ? [] : listGuestFacts(db, ids)
