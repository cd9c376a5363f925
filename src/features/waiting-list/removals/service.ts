import { recordActivity } from '#features/audit-log/service.ts'
import { releaseHold } from '#features/holds/booking/service.ts'
import type { CheckoutDeps } from '#platform/payments-gateways/checkout-deps.ts'
import { may } from '#features/permissions/rules.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { OFFER_TABLES } from '#features/waiting-list/offers/service.ts'
import { factsOf } from '#features/waiting-list/rules.ts'
import { findEntry } from '#features/waiting-list/service.ts'
import { NOT_ALLOWED, NOT_FOUND, refused, type ActionRefusal } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { UNDO_OVER, undoUntil } from '#lib/undo-window.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { PaymentUnavailable } from '#platform/payments-gateways/types.ts'
import { inTransaction } from '#platform/db/db.ts'
import { clearRemoval, listOffersToEnd, removeWaiting, setRemoval } from './store.ts'

type Removed = Result<{ readonly id: string }, ActionRefusal>

/**
 * Takes a party out of line once staff can no longer undo it. Until then it keeps its place and an open offer, so that nothing has to be
 * restored; it gets no new offer, and no other party gets one in its place.
 */
export async function removeEntry({ db, now, actor }: ActorDeps, id: string): Promise<Removed> {
  if (!may(actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  const entry = await findEntry(db, id)
  if (!entry) return no(NOT_FOUND)
  return inTransaction(db, async (tx) => {
    const removalAt = undoUntil(now)
    if (!(await setRemoval(tx, id, removalAt))) return no(refused(noLongerText(entry)))
    await addJob(tx, { name: OFFER_TABLES, payload: {}, runAt: removalAt })
    const before = factsOf(entry)
    await recordActivity(tx, { actor, action: 'removed', entity: 'waiting_entry', entityId: id, before })
    return ok({ id })
  })
}

const noLongerText = ({
  guestName,
  status,
}: {
  readonly guestName: string
  readonly status: string
}): string =>
  status === 'accepted'
    ? `${guestName} has the table. Please cancel the reservation.`
    : `${guestName} is not in line any more.`

/** Keeps a party in line, in its place and with its offer. */
export async function undoRemoval({ db, now, actor }: ActorDeps, id: string): Promise<Removed> {
  if (!may(actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  const entry = await findEntry(db, id)
  if (!entry) return no(NOT_FOUND)
  return inTransaction(db, async (tx) => {
    if (!(await clearRemoval(tx, id, now))) return no(refused(UNDO_OVER))
    await addJob(tx, { name: OFFER_TABLES, payload: {} })
    const after = factsOf(entry)
    await recordActivity(tx, {
      actor,
      action: 'put back in line',
      entity: 'waiting_entry',
      entityId: id,
      after,
    })
    return ok({ id })
  })
}

/**
 * Removes the parties whose undo window is over. An open offer ends, and its table goes to the next party. A guest who is paying or has
 * paid keeps the table; where the payment provider does not answer, the next run of the job tries again.
 */
export async function finishRemovals(deps: CheckoutDeps): Promise<void> {
  await removeWaiting(deps.db, deps.now)
  for (const reservationId of await listOffersToEnd(deps.db, deps.now)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the provider is asked about one after the other
      await releaseHold(deps, reservationId, 'staff')
    } catch (error) {
      if (!(error instanceof PaymentUnavailable)) throw error
    }
  }
}
