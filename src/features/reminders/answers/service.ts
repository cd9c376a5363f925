import { isExpected } from '#features/reminders/rules.ts'
import { insertConfirmation } from '#features/reminders/service.ts'
import { lockReservation } from '#features/reservations/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'

type Deps = { readonly db: Db; readonly now: Date }

/**
 * Records that a guest comes, for the time that is booked. `not_expected`: the reservation was cancelled, is not paid yet, or
 * is over. The lock makes the answer hold for the time that a change of staff commits at the same moment.
 */
export function confirmComing(
  { db, now }: Deps,
  reservationId: string,
): Promise<Result<null, 'not_found' | 'not_expected'>> {
  return inTransaction(db, async (tx) => {
    const reservation = await lockReservation(tx, reservationId)
    if (!reservation) return no('not_found')
    const { deletedAt, endsAt } = reservation
    if (!isExpected(reservation) || deletedAt || endsAt <= now) return no('not_expected')
    await insertConfirmation(tx, reservationId, now)
    return ok(null)
  })
}
