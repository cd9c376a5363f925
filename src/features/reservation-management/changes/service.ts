import { enqueueEmail } from '#features/emails/service.ts'
import { requestFullRefund } from '#features/payments/refunds/service.ts'
import { lockReservation } from '#features/reservations/service.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { type Db, retryDeadlocks } from '#platform/db/db.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { emailOnStatus, statusMessage, undoUntil } from './rules.ts'
import type { ActKind, ActReceipt, ActState, EmailFacts, UnfinishedAct } from './schema.ts'
import { deleteOldActs, insertChange, listUnfinished, markFinished, markUndone, wasEmailed } from './store.ts'

export { listUnfinished as listUnfinishedActs }

export const FINISH_ACTS = 'finish_acts'

type NewAct = {
  readonly actor: Actor
  readonly now: Date
  readonly kind: ActKind
  readonly reservation: ActState & EmailFacts & { readonly id: string }
  /** The status that the act gave. */
  readonly status: ActState['status']
  readonly resolvedIssues?: readonly string[]
  /** Why all that was paid goes back, where it does. */
  readonly refundReason?: string | null
  /** How much longer than usual it can be undone, as one of many. */
  readonly graceMs?: number
}

/** Records an act of staff so that it can be undone. The guest is emailed, and refunded, once it cannot be any more. */
export async function recordChange(trx: Db, act: NewAct): Promise<ActReceipt> {
  const { actor, now, kind, reservation, status, resolvedIssues = [], refundReason = null, graceMs } = act
  const earlier = await listUnfinished(trx, reservation.id)
  const until = undoUntil(now, graceMs)
  const actId = await insertChange(trx, {
    reservationId: reservation.id,
    staffUserId: actor.id,
    kind,
    before: stateOf(reservation),
    resolvedIssues,
    status,
    refundReason,
    undoUntil: until,
  })
  await finishAt(trx, reservation.id, until)
  const from = statusMessage(earlier, reservation.status)
  return { actId, email: emailOnStatus(reservation, { from, to: status }, now) }
}

const stateOf = (it: ActState): ActState => ({
  status: it.status,
  cancelReason: it.cancelReason,
  heldUntil: it.heldUntil,
  leftAt: it.leftAt,
  tableId: it.tableId,
  secondTableId: it.secondTableId,
  keptCents: it.keptCents,
  keptReason: it.keptReason,
})

/** One job finishes all acts on a reservation; a later act puts it off, so that only the outcome is emailed. */
const finishAt = (trx: Db, reservationId: string, runAt: Date): Promise<void> =>
  addJob(trx, {
    name: FINISH_ACTS,
    payload: { reservationId },
    runAt,
    key: `${FINISH_ACTS}:${reservationId}`,
  })

/** Notes that an act was undone: nothing follows from it. Acts before it are finished in their time. */
export const withdrawChange = (trx: Db, { id }: Pick<UnfinishedAct, 'id'>, now: Date): Promise<void> =>
  markUndone(trx, id, now)

const AGAIN_MS = 1000

/**
 * Draws the consequences of what staff did to a reservation, once none of it can be undone: the refund and the one email
 * that says what became of it. Where the status is no longer what staff made it, somebody else has told the guest.
 */
export async function finishChanges(
  { db, now }: { readonly db: Db; readonly now: Date },
  id: string,
): Promise<void> {
  await retryDeadlocks(() =>
    db.transaction().execute(async (trx) => {
      const reservation = await lockReservation(trx, id)
      const acts = await listUnfinished(trx, id)
      const [first, last] = [acts[0], acts.at(-1)]
      if (!reservation || !first || !last) return
      if (last.undoUntil > now) {
        // The clock of the queue may be ahead of ours, and an act may have been added meanwhile.
        return finishAt(trx, id, new Date(Math.max(last.undoUntil.getTime(), Date.now() + AGAIN_MS)))
      }
      await markFinished(trx, id, now)
      if (reservation.status !== last.status) return
      const note = acts.findLast((it) => it.refundReason !== null)?.refundReason
      if (note && reservation.status === 'cancelled')
        await requestFullRefund(trx, id, { reason: 'staff', note })
      const facts = { ...reservation, type: reservation.reservationType }
      const kind = emailOnStatus(facts, { from: first.before.status, to: last.status }, now)
      if (!kind || (await wasEmailed(trx, { reservationId: id, kind, since: first.createdAt }))) return
      await enqueueEmail(trx, id, { kind, occasion: `act ${last.id}` })
    }),
  )
}

const KEPT_MS = 24 * 3_600_000

/** Deletes acts of more than a day ago that are undone or finished. */
export const purgeActs = ({ db, now }: { readonly db: Db; readonly now: Date }): Promise<void> =>
  deleteOldActs(db, new Date(now.getTime() - KEPT_MS))
