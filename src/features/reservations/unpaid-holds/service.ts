import type { Db } from '#platform/db/db.ts'
import { cancelReservation } from '../service.ts'
import type { CancelReason } from '../schema.ts'
import { hasArrival, writeConfirmedUnpaid } from './store.ts'

/**
 * Ends a hold that was not paid. A party that has arrived keeps its table, and its price is due at the venue: it was let in on a hold, or
 * on a payment that the bank was still working on.
 */
export async function endUnpaidHold(
  db: Db,
  id: string,
  reason: CancelReason,
): Promise<'cancelled' | 'has_arrived'> {
  if (await hasArrival(db, id)) {
    await writeConfirmedUnpaid(db, id)
    return 'has_arrived'
  }
  await cancelReservation(db, id, reason)
  return 'cancelled'
}
