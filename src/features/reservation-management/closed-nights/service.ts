import { keepNightOpen } from '#features/venue/closings/service.ts'
import { refused, type RefusedWithText } from '#lib/refusal.ts'
import { type CalendarDate, formatDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'

/**
 * Refusal of a party that staff, or a guest who changes a reservation, would add to a closed night: nothing would ask any more whether
 * it came. Null while the night is open, which it then is until the transaction ends.
 */
export async function refuseClosedNight(trx: Db, night: CalendarDate): Promise<RefusedWithText | null> {
  if (await keepNightOpen(trx, night)) return null
  return refused(
    `The night of ${formatDate(night, 'medium')} is closed. It takes no more reservations, unless it is opened again.`,
  )
}
