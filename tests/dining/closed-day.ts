import type { Actor } from '#features/permissions/schema.ts'
import { finishChanges } from '#features/reservation-management/changes/service.ts'
import { setSpecialDay } from '#features/reservation-management/special-days/service.ts'
import { addSeconds } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { FRIDAY } from './dining-fixtures.ts'

type Closing = { readonly date: string; readonly reason: string; readonly id: string }

/** Closes the restaurant with all its reservations, and lets the undo window of one of them pass. */
export async function closeRestaurant(
  { db, actor }: { readonly db: Db; readonly actor: Actor },
  { date, reason, id }: Closing,
): Promise<void> {
  const day = {
    date,
    reason,
    service: 'restaurant',
    opens: '',
    closes: '',
    closedEvents: 'cancelled',
  } as const
  await setSpecialDay({ db, actor, now: FRIDAY }, day)
  await finishChanges({ db, now: addSeconds(FRIDAY, 13) }, id)
}
