import type { Db } from '#platform/db/db.ts'
import { listGuestFacts, listGuestIdsByEmail } from './store.ts'

export { deleteUnusedGuests, eraseGuestRows, listGuestIdsByEmail } from './store.ts'

/** Everything that staff wrote about the guest with an email address, for a privacy request. */
export async function exportGuests(db: Db, email: string) {
  const ids = await listGuestIdsByEmail(db, email)
  return ids.length === 0 ? [] : listGuestFacts(db, ids)
}
