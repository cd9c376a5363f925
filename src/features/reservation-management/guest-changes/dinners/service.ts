import { recordActivity } from '#features/audit-log/service.ts'
import { GUEST } from '#features/reservation-management/guest-changes/rules.ts'
import type { Booking } from '#features/reservation-management/schema.ts'
import { findBooking } from '#features/reservation-management/service.ts'
import type { JsonRecord } from '#lib/changes.ts'
import type { Db } from '#platform/db/db.ts'

/**
 * Reads a dinner before its guest moves it or changes its party, and returns what records the change in the audit log. Both are
 * called in the transaction of the change.
 */
export async function beginMoveRecord(trx: Db, id: string): Promise<() => Promise<void>> {
  const before = await findBooking(trx, id)
  return async () => {
    const after = await findBooking(trx, id)
    if (!before || !after) return
    await recordActivity(trx, {
      actor: GUEST,
      action: 'changed',
      entity: 'reservation',
      entityId: id,
      before: factsOf(before),
      after: factsOf(after),
    })
  }
}

const factsOf = ({ guestName, guestCount, date, startsAt, tableNumber, status }: Booking): JsonRecord => ({
  guestName,
  guestCount,
  date,
  startsAt: startsAt.toISOString(),
  tableNumber,
  status,
})
