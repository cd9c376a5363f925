import { tablesOf } from '#features/reservations/rules.ts'
import { randomUUID } from 'node:crypto'
import { recordLeft } from '#features/reservation-management/arrivals/service.ts'
import { raiseIssue, reopenPaymentIssues, resolveIssuesOf } from '#features/payments/issues/service.ts'
import { NOTHING_LEFT, settleRefunded } from '#features/payments/refunds/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { undoReversible } from '#features/reservation-management/merge/undo/service.ts'
import { findOther } from '#features/reservation-management/changes/reversals/service.ts'
import type { PendingChange } from '#features/reservation-management/changes/schema.ts'
import {
  listPendingChanges,
  markUndone,
  wasChangedAfter,
} from '#features/reservation-management/changes/service.ts'
import {
  keepSeatedParties,
  lockBooking,
  recordAudit,
  refuseOccupied,
  type ReservationRefusal,
} from '#features/reservation-management/service.ts'
import {
  columnsBefore,
  isAsAmended,
  revertAmendment,
} from '#features/reservation-management/amendments/outcomes/service.ts'
import type { Booking } from '#features/reservation-management/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { NOT_ALLOWED, NOT_FOUND, refused } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { UNDO_OVER } from '#lib/undo-window.ts'
import { type Db, inTransaction, tryUnlessConflict } from '#platform/db/db.ts'
import { writeState } from './store.ts'

const PAID_SINCE = 'This can no longer be undone: the guest has paid since.'

export type UndoRefusal = Exclude<ReservationRefusal, { why: 'version_conflict' }>

/** Undoes the last change by staff: restores the columns from before it, and the guest receives no email about it. */
export async function undoChange(
  { db, ...deps }: ActorDeps,
  id: string,
  actId: string,
): Promise<Result<null, UndoRefusal>> {
  if (!may(deps.actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  return inTransaction(db, (trx) => undoInTransaction({ ...deps, db: trx }, id, actId))
}

/**
 * The same in the caller's transaction. Only the last change within its undo window can be undone, and only while the
 * status is the one it set: a payment or the guest may have changed the reservation since.
 */
export async function undoInTransaction(
  { db: trx, now, actor }: ActorDeps,
  id: string,
  actId: string,
): Promise<Result<null, UndoRefusal>> {
  const otherId = await findOther(trx, actId)
  if (otherId !== undefined) return undoReversible({ db: trx, now, actor }, { id, otherId, actId })
  const current = await lockBooking(trx, id)
  if (!current) return no(NOT_FOUND)
  const act = (await listPendingChanges(trx, id)).at(-1)
  const isLast = act?.id === actId && act.kind !== 'restored' && current.status === act.status
  if (!act || !isLast || act.undoUntil <= now) return no(refused(UNDO_OVER))
  // The former table and money are not those of the night that the guest has chosen since.
  if (wasMoved(act, current) || !(await isAsAmended(trx, id, act)) || (await wasChangedAfter(trx, id, act)))
    return no(refused(UNDO_OVER))
  const isDeletion = act.kind === 'deleted'
  if (isDeletion && !may(actor.role, 'reservations.delete')) return no(NOT_ALLOWED)
  // A restored hold expires again, and would take the table of a guest who has paid since.
  if (act.before.heldUntil && current.receivedCents > current.refundedCents) return no(refused(PAID_SINCE))
  const { startsAt: _start, guestCount: _count, ...before } = act.before
  const columns = { ...before, ...columnsBefore(act), ...owedAgain(act, current) }
  const tables = [...tablesOf(current), ...tablesOf({ ...current, ...act.before })]
  // Guests of another party may sit there past their end.
  await keepSeatedParties(trx, tables, now)
  if (!(await tryUnlessConflict(trx, () => writeState(trx, id, columns)))) return refuseOccupied(trx, id)
  await revertAmendment(trx, { act, actor, now, id })
  if (act.kind === 'left') {
    const hasLeft = act.before.leftAt !== null
    const { guestCount } = current
    await recordLeft(trx, { reservationId: id, guestCount, hasLeft, isUndo: true, now, actor })
    if (!hasLeft) await keepSeatedParties(trx, tables, now)
  }
  await markUndone(trx, act.id, now)
  const after = { ...((await lockBooking(trx, id)) ?? current), deletedAt: null }
  await restoreIssues(trx, { act, actor, now, after })
  const auditEntry = isDeletion ? { action: 'restored', before: null } : { action: 'undid', before: current }
  await recordAudit(trx, actor, { ...auditEntry, after })
  return ok(null)
}

/** Whether the guest of a dinner changed time or party since, which records no change. An amendment compares its own facts. */
function wasMoved({ amendment, before }: PendingChange, { startsAt, guestCount }: Booking): boolean {
  if (amendment !== null) return false
  const { startsAt: startBefore = startsAt, guestCount: guestsBefore = guestCount } = before
  return startBefore.getTime() !== startsAt.getTime() || guestsBefore !== guestCount
}

/** A refund that failed, and became a credit of a guest who was seated again, is owed as before. */
const owedAgain = ({ before }: PendingChange, { creditCents, priceRefundedCents }: Booking) =>
  before.status === 'cancelled' && before.creditCents !== undefined
    ? { priceRefundedCents: priceRefundedCents + Math.max(0, creditCents - before.creditCents) }
    : {}

type Undone = {
  readonly act: PendingChange
  readonly actor: Actor
  readonly now: Date
  readonly after: Booking
}

/**
 * Sets the payment issues to what they were before the change. Money that came in since, for a reservation that is cancelled
 * again, gets an issue of its own.
 */
async function restoreIssues(trx: Db, { act, actor, now, after }: Undone): Promise<void> {
  const { id, openCents } = after
  if (act.before.status !== 'cancelled')
    await resolveIssuesOf(trx, id, { by: actor.id, now, resolution: 'Undone' })
  await reopenPaymentIssues(trx, act.resolvedIssues)
  // A payment may have been corrected since: an issue is about what is left now.
  if (act.resolvedIssues.length > 0)
    await settleRefunded(trx, id, { by: actor.id, now, resolution: NOTHING_LEFT })
  if (after.status !== 'cancelled' || act.resolvedIssues.length > 0 || openCents === 0) return
  await raiseIssue(trx, {
    kind: 'paid_and_cancelled',
    subject: randomUUID(),
    reservationId: id,
    checkoutId: null,
    amountCents: openCents,
    detail: `The reservation is cancelled again, and ${formatUsd(openCents)} is still here.`,
  })
}
