import {
  type CheckoutRow,
  listUnsettledCheckouts,
  settleCheckout,
} from '#features/payments/checkouts/service.ts'
import { EXPIRE_ORPHANED_CHECKOUT, closeCheckout } from '#features/payments/sessions/service.ts'
import { inTransaction } from '#platform/db/db.ts'
import type { CheckoutDeps } from '#platform/payments-gateways/checkout-deps.ts'
import type { HoldRequest, GuestIdentity } from '#features/holds/schema.ts'
import {
  changeHold,
  findHold,
  findExpiredHolds,
  holdTable,
  type Refused,
  type PlacedHold,
} from '#features/holds/service.ts'
import { retryRefunds } from '#features/payments/refunds/issuing/service.ts'
import { setPaymentStatus, lockReservation } from '#features/reservations/service.ts'
import { endUnpaidHold } from '#features/reservations/unpaid-holds/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { tryEach } from '#platform/jobs/try-each.ts'
import { isDatabaseUnavailable } from '#platform/db/db-errors.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { countHold, countExpiredHolds } from '#platform/observability/metrics.ts'
import { PaymentRefused, PaymentUnavailable } from '#platform/payments-gateways/types.ts'

type Deps = CheckoutDeps

/**
 * Holds a table for a guest who is about to pay. If the guest sends the form again with changes, the hold stays and the
 * old session is closed at the provider before the new total is stored: otherwise the old total could still be paid.
 */
export async function bookTable(
  deps: Deps,
  request: HoldRequest,
  guest: GuestIdentity,
): Promise<Result<PlacedHold, Refused | 'payment_unavailable'>> {
  const taken = await holdTable(deps, request, guest)
  if (taken.ok) countHold(taken.value.isNew ? 'taken' : 'resumed')
  else countHold('refused', taken.reason.why)
  if (!taken.ok || !taken.value.differs) return taken
  const { reservationId } = taken.value
  try {
    const closed = await closeCheckout(deps, reservationId)
    if (closed !== 'closed') return no({ why: STANDING[closed], maxGuests: null, waitMinutes: null })
  } catch (error) {
    if (error instanceof PaymentUnavailable) return no('payment_unavailable')
    throw error
  }
  const changed = await changeHold(deps, reservationId, request)
  return changed.ok ? ok({ ...changed.value, isNew: false, differs: false }) : changed
}

/** Why a form with changes is refused after its guest paid. */
const STANDING = { paid: 'already_confirmed', processing: 'payment_processing' } as const

export type Released = 'released' | 'confirmed' | 'paying'

/**
 * Releases a hold after its session was closed at the provider. A payment that was made a moment earlier counts, and
 * the guest keeps the table. Throws `PaymentUnavailable` where the provider's state is unknown; the hold stays then.
 */
export async function releaseHold(
  deps: Deps,
  reservationId: string,
  reason: 'guest' | 'staff' | 'hold_expired',
): Promise<Released> {
  const closed = await closeCheckout(deps, reservationId)
  if (closed === 'paid') return 'confirmed'
  if (closed === 'processing') return 'paying'
  return inTransaction(deps.db, async (tx) => {
    const reservation = await lockReservation(tx, reservationId)
    if (reservation?.status === 'confirmed' || reservation?.status === 'completed') return 'confirmed'
    if (reservation?.status !== 'pending') return 'released'
    // The guest opened a new checkout between the close above and this lock: its payment may still arrive.
    if (reservation.paymentStatus === 'pending') return 'paying'
    // Staff have set it back to pending: only they decide what becomes of it and its money.
    if (reservation.moneyCents > 0) return 'confirmed'
    // It was listed without a lock: an offer of a dinner may have been accepted since, and is a request now.
    if (reservation.heldUntil === null && reservation.reservationType === 'dining') return 'confirmed'
    if (reason === 'hold_expired' && (reservation.heldUntil ?? deps.now) > deps.now) return 'paying'
    const ended = await endUnpaidHold(tx, reservationId, reason)
    await setPaymentStatus(tx, reservationId, 'none')
    return ended === 'cancelled' ? 'released' : 'confirmed'
  })
}

/** Releases expired holds, one batch a run. One that cannot be released now is retried by the next run of the job. */
export async function releaseExpiredHolds(deps: Deps): Promise<{ released: number; kept: number }> {
  const lapsed = await findExpiredHolds(deps)
  let released = 0
  let isUnavailable = false
  const release = async ({ id, isPayable }: (typeof lapsed)[number]): Promise<void> => {
    // Requests to an unavailable provider take seconds: after one failure, skip holds with an open checkout.
    if (isPayable && isUnavailable) return
    try {
      if ((await releaseHold(deps, id, 'hold_expired')) === 'released') released += 1
    } catch (error) {
      if (!(error instanceof PaymentUnavailable)) throw error
      isUnavailable = isProviderUnavailable(error)
    }
  }
  await tryEach(
    lapsed.map((it) => () => release(it)),
    isDatabaseUnavailable,
  ).finally(() => countExpiredHolds(released))
  return { released, kept: lapsed.length - released }
}

/** Whether the payment provider is unavailable. A refusal to close one session is an answer: the other holds are released. */
const isProviderUnavailable = (error: unknown): boolean =>
  error instanceof PaymentUnavailable && !(error.cause instanceof PaymentRefused)

const SILENCE_MS = 2 * 60_000
const LOOK_BACK_MS = 24 * 3_600_000

/**
 * Recovers from lost webhooks: reads every checkout without a final state after two minutes, and every session that the
 * provider completed within the last day. A payment that fails keeps none of the others from being read.
 */
export async function reconcile(deps: Deps): Promise<void> {
  const { db, now, payments } = deps
  const settleOpen = async (): Promise<void> => {
    const unsettled = await listUnsettledCheckouts(db, new Date(now.getTime() - SILENCE_MS))
    await tryEach(
      unsettled.map((it) => () => settleSilent(deps, it)),
      endsAll,
    )
  }
  const settleCompleted = async (): Promise<void> => {
    const completed = await payments.listCompleted(new Date(now.getTime() - LOOK_BACK_MS))
    await tryEach(
      completed.map((it) => () => settleCheckout(deps, it.sessionId)),
      endsAll,
    )
  }
  await tryEach([settleOpen, settleCompleted, () => retryRefunds(deps)])
}

/** Whether the payments after this error would fail as well, after seconds each. */
const endsAll = (error: unknown): boolean => isProviderUnavailable(error) || isDatabaseUnavailable(error)

/** Settles a checkout of which nothing was heard. */
async function settleSilent(deps: Deps, checkout: CheckoutRow): Promise<void> {
  const { id, reservationId, sessionId, status, guestChangeId } = checkout
  if (status === 'lost')
    await addJob(deps.db, {
      name: EXPIRE_ORPHANED_CHECKOUT,
      payload: { checkoutId: id },
      key: `${EXPIRE_ORPHANED_CHECKOUT}:${id}`,
    })
  else if (sessionId) await settleCheckout(deps, sessionId)
  // The checkout of a change ends with the change, and the hold of its reservation is long over.
  else if (guestChangeId === null) await abandonOpening(deps, reservationId)
}

/** Ends a checkout whose server stopped before the provider responded. The guest was sent to no payment page. */
async function abandonOpening(deps: Deps, reservationId: string): Promise<void> {
  const hold = await findHold(deps, reservationId)
  if (hold?.state === 'held' || hold?.state === 'paying') await closeCheckout(deps, reservationId)
  else await releaseHold(deps, reservationId, 'hold_expired')
}
