import { tablesOf } from '#features/reservations/rules.ts'
import { countInside, isNoShow, recordLeft } from '#features/reservation-management/arrivals/service.ts'
import type { ChangeReceipt } from '#features/reservation-management/changes/schema.ts'
import { recordChange } from '#features/reservation-management/changes/service.ts'
import { findOffSaleAgain } from '#features/reservation-management/party-tables/off-sale/service.ts'
import {
  keepSeatedParties,
  lockActiveBooking,
  type OffSaleRefusal,
  recordAudit,
  refuseOccupied,
  type ReservationRefusal,
} from '#features/reservation-management/service.ts'
import type { LeftForm } from '#features/reservation-management/status/schema.ts'
import { may } from '#features/permissions/rules.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { NOT_ALLOWED, NOT_FOUND, refused } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, inTransaction, tryUnlessConflict } from '#platform/db/db.ts'
import { leftProblem, NO_NO_SHOW } from './rules.ts'
import { writeLeft } from './store.ts'

export { writeLeft } from './store.ts'

type LeftRefusal = ReservationRefusal | OffSaleRefusal

/** Marks a party as left, which ends its occupancy of the table, or as still seated, which occupies the table again. */
export async function markLeft(
  { db, now, actor }: ActorDeps,
  id: string,
  { hasLeft, isNoShow: neverCame, offSale: agreed }: LeftForm,
): Promise<Result<ChangeReceipt | null, LeftRefusal>> {
  if (!may(actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  const work = async (trx: Db): Promise<Result<ChangeReceipt | null, LeftRefusal>> => {
    const before = await lockActiveBooking(trx, id)
    if (!before) return no(NOT_FOUND)
    if (hasLeft === (before.leftAt !== null)) return ok(null)
    if (hasLeft && neverCame && !(await isNoShow(trx, before))) return no(refused(NO_NO_SHOW))
    const isHere = hasLeft && (await countInside(trx, before)) > 0
    const problem = hasLeft ? leftProblem(before, now, isHere) : null
    if (problem) return no(refused(problem))
    const leftAt = hasLeft ? now : null
    const offSale = hasLeft ? null : await findOffSaleAgain({ db: trx, now }, { ...before, leftAt }, agreed)
    if (offSale) return no(offSale)
    // Guests of another party may have sat down there since.
    if (!hasLeft) await keepSeatedParties(trx, tablesOf(before), now)
    if (!(await tryUnlessConflict(trx, () => writeLeft(trx, id, leftAt)))) return refuseOccupied(trx, id)
    await recordLeft(trx, { reservationId: id, guestCount: before.guestCount, hasLeft, now, actor })
    // A party that is still here outside its time has its table as well.
    if (!hasLeft) await keepSeatedParties(trx, tablesOf(before), now)
    await recordAudit(trx, actor, { action: 'updated', before, after: { ...before, leftAt } })
    return ok(
      await recordChange(trx, { actor, now, kind: 'left', reservation: before, status: before.status }),
    )
  }
  return inTransaction(db, work)
}
