import { enqueueEmail } from '#features/emails/service.ts'
import { requestFullRefund } from '#features/payments/refunds/service.ts'
import { lockReservation } from '#features/reservations/service.ts'
import type { Reversal } from '#features/reservation-management/changes/reversals/schema.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { undoUntil } from '#lib/undo-window.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { emailOnStatus, lastEmailedStatus } from './rules.ts'
import type { Amendment, ChangeKind, ChangeReceipt, ChangeState, EmailFacts } from './schema.ts'
import { deleteOldChanges, insertChange, listPendingChanges, markFinished, wasEmailed } from './store.ts'

export { listPendingChanges, listSettledWith, markSettled, markUndone, wasChangedAfter } from './store.ts'

export const FINISH_CHANGES = 'finish_acts'
export const FINISH_AMENDMENTS = 'finish_amendments'

type NewChange = {
  readonly actor: Actor
  readonly now: Date
  readonly kind: ChangeKind
  readonly reservation: Omit<ChangeState, 'endsAt'> & EmailFacts & { readonly id: string }
  /** The end of the sitting before the change, where it moves. */
  readonly endsBefore?: Date
  /** The status after the change. */
  readonly status: ChangeState['status']
  readonly resolvedIssues?: readonly string[]
  /** Reason of a full refund, which is requested after the undo window; null without a refund. */
  readonly refundReason?: string | null
  /** Extension of the undo window for a change in a bulk selection. */
  readonly graceMs?: number
}

/**
 * Records a change by staff in its transaction, with the row's state before it, so that Undo can restore it. The refund
 * and the guest's email wait until the undo window is over: neither can be taken back. The caller holds the
 * reservation's lock.
 */
export async function recordChange(trx: Db, act: NewChange): Promise<ChangeReceipt> {
  const { actor, now, kind, reservation, status, resolvedIssues = [], refundReason = null, graceMs } = act
  const earlier = await listPendingChanges(trx, reservation.id)
  const until = undoUntil(now, graceMs)
  const actId = await insertChange(trx, {
    reservationId: reservation.id,
    staffUserId: actor.id,
    kind,
    before: { ...stateOf(reservation), ...(act.endsBefore ? { endsAt: act.endsBefore } : {}) },
    resolvedIssues,
    status,
    refundReason,
    undoUntil: until,
  })
  await finishAt(trx, { reservationId: reservation.id, runAt: until })
  const from = lastEmailedStatus(earlier, reservation.status)
  return { actId, email: emailOnStatus(reservation, { from, to: status }, now) }
}

type NewAmendment = Pick<NewChange, 'now' | 'reservation' | 'status'> & { readonly amendment: Amendment }

/**
 * The same for an amendment, which has a job of its own: processes of an older version do not take that job. A guest's
 * own change has no undo window.
 */
export async function recordAmendment(
  trx: Db,
  { now, reservation, status, amendment }: NewAmendment,
): Promise<string> {
  const { id: staffUserId } = amendment.actor
  const until = staffUserId === null ? now : undoUntil(now)
  const actId = await insertChange(trx, {
    reservationId: reservation.id,
    staffUserId,
    kind: 'amended',
    before: stateOf(reservation),
    resolvedIssues: [],
    status,
    refundReason: null,
    undoUntil: until,
    amendment,
    finishedAt: now,
  })
  await finishAt(trx, { reservationId: reservation.id, runAt: until, name: FINISH_AMENDMENTS })
  return actId
}

type UndoableAmendment = Pick<NewChange, 'actor' | 'now' | 'reservation'> &
  Pick<Amendment, 'before' | 'after' | 'isEmailed'> & { readonly reversal: Reversal }

/**
 * Records a merge or a split, in which another reservation took part, with all that Undo restores. The email with the old and the
 * new facts is sent after the undo window. Returns the id of the change.
 */
export async function recordReversibleAmendment(
  trx: Db,
  { actor, now, reservation, reversal, ...facts }: UndoableAmendment,
): Promise<string> {
  const until = undoUntil(now)
  const actId = await insertChange(trx, {
    reservationId: reservation.id,
    staffUserId: actor.id,
    kind: 'amended',
    before: stateOf(reservation),
    resolvedIssues: [],
    status: reservation.status,
    refundReason: null,
    undoUntil: until,
    reversal,
    amendment: { ...NO_PRICE_DECISION, ...facts, actor: { id: actor.id, name: actor.name } },
    finishedAt: now,
  })
  await finishAt(trx, { reservationId: reservation.id, runAt: until, name: FINISH_AMENDMENTS })
  return actId
}

/** The amounts of an amendment that leaves the price as it is. */
export const NO_PRICE_DECISION = {
  refundCents: 0,
  refundVenueCents: 0,
  refundMethod: null,
  discountCents: 0,
  keptCents: 0,
  reason: '',
} as const

const stateOf = (it: Omit<ChangeState, 'endsAt'>): ChangeState => ({
  status: it.status,
  cancelReason: it.cancelReason,
  heldUntil: it.heldUntil,
  leftAt: it.leftAt,
  ...(it.startsAt === undefined ? {} : { startsAt: it.startsAt }),
  ...(it.guestCount === undefined ? {} : { guestCount: it.guestCount }),
  tableId: it.tableId,
  secondTableId: it.secondTableId,
  extraTableIds: it.extraTableIds ?? [],
  keptCents: it.keptCents,
  keptReason: it.keptReason,
  ...(it.isRefundedIfResold === undefined ? {} : { isRefundedIfResold: it.isRefundedIfResold }),
  ...(it.refundableUntil === undefined ? {} : { refundableUntil: it.refundableUntil }),
  ...(it.creditCents === undefined
    ? {}
    : { creditCents: it.creditCents, creditUntil: it.creditUntil ?? null }),
})

/**
 * One job per reservation finishes all changes. The job key lets a later change postpone it: one email for the outcome.
 */
const finishAt = (trx: Db, { reservationId, runAt, name = FINISH_CHANGES }: Finish): Promise<void> =>
  addJob(trx, { name, payload: { reservationId }, runAt, key: `${name}:${reservationId}` })

type Finish = {
  readonly reservationId: string
  readonly runAt: Date
  readonly name?: typeof FINISH_CHANGES | typeof FINISH_AMENDMENTS
}

/** Shortest delay of a rescheduled job, so that clock skew cannot make it spin. */
const AGAIN_MS = 1000

/**
 * Schedules a job again that ran too early: the queue's clock may be ahead, or a later change extended the undo window.
 */
export const finishLater = (trx: Db, { runAt, ...finish }: Finish): Promise<void> =>
  finishAt(trx, { ...finish, runAt: new Date(Math.max(runAt.getTime(), Date.now() + AGAIN_MS)) })

/**
 * Finishes the changes of a reservation after the undo window: requests the refund and enqueues one email for the
 * outcome. Idempotent: it takes the reservation's lock and marks the changes as finished in the same transaction, so a
 * retried job finds none. If the status differs from the one staff set, the guest or a payment changed it since and
 * sent its own email.
 */
export async function finishChanges(
  { db, now }: { readonly db: Db; readonly now: Date },
  id: string,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const reservation = await lockReservation(trx, id)
    const acts = (await listPendingChanges(trx, id)).filter((it) => it.kind !== 'amended')
    const [first, last] = [acts[0], acts.at(-1)]
    if (!reservation || !first || !last) return
    if (last.undoUntil > now) return finishLater(trx, { reservationId: id, runAt: last.undoUntil })
    await markFinished(trx, id, now)
    if (reservation.status !== last.status) return
    // A refund of an earlier cancellation, from which staff brought the reservation back, is not made any more.
    const cancelling = acts.slice(acts.findLastIndex((it) => it.status !== 'cancelled') + 1)
    const note = cancelling.findLast((it) => it.refundReason !== null)?.refundReason
    if (note && reservation.status === 'cancelled')
      await requestFullRefund(trx, id, { reason: 'staff', note })
    const facts = { ...reservation, type: reservation.reservationType }
    const kind = emailOnStatus(facts, { from: first.before.status, to: last.status }, now)
    if (!kind || (await wasEmailed(trx, { reservationId: id, kind, since: first.createdAt }))) return
    await enqueueEmail(trx, id, { kind, dedupeKey: `act ${last.id}` })
  })
}

const KEPT_MS = 24 * 3_600_000

/** Deletes changes older than a day that are undone or finished. */
export const purgeChanges = ({ db, now }: { readonly db: Db; readonly now: Date }): Promise<void> =>
  deleteOldChanges(db, new Date(now.getTime() - KEPT_MS))
