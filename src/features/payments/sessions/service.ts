import { enqueueEmail } from '#features/emails/service.ts'
import {
  applyProviderState,
  type CheckoutRow,
  findCheckout,
  findPayableCheckout,
  insertCheckout,
  lockCheckout,
  readBill,
  updateCheckout,
} from '#features/payments/checkouts/service.ts'
import { guestLink } from '#features/reservations/guest-links/service.ts'
import type { CheckoutDeps } from '#platform/payments-gateways/checkout-deps.ts'
import { confirmFreeReservation, lockReservation, setPaymentStatus } from '#features/reservations/service.ts'
import { endUnpaidHold } from '#features/reservations/unpaid-holds/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { countPayment } from '#platform/observability/metrics.ts'
import {
  type Checkout,
  PaymentKeyRefused,
  PaymentRefused,
  PaymentUnavailable,
} from '#platform/payments-gateways/types.ts'

export const EXPIRE_ORPHANED_CHECKOUT = 'expire_orphaned_checkout'

// Stripe accepts no session shorter than 30 minutes.
const SHORTEST_SESSION_MS = 30 * 60_000
const CLOCK_SKEW_MS = 5 * 60_000

/** End of a session that is opened now: as long as its table is held, the guest can pay by it. */
export const sessionEnd = (now: Date, heldUntil: Date): Date =>
  new Date(Math.max(now.getTime() + SHORTEST_SESSION_MS, heldUntil.getTime()) + CLOCK_SKEW_MS)

/** The URL to send the guest to; `sessionId` is null where nothing is to be paid. */
export type OpenedCheckout = { readonly sessionId: string | null; readonly url: string }
type OpenRefusal = 'payment_unavailable' | 'already_confirmed' | 'hold_ended'

/**
 * Opens the payment session of a hold, or returns the open one. The provider is called between two transactions, never
 * inside one: a slow provider must not hold row locks. If it fails, the hold is released at once, because the guest was
 * sent to no payment page. Of two requests at once only the first one releases it: the other one may fail while the first
 * one gets the session. A table that costs nothing is confirmed without a session.
 */
export async function openCheckout(
  deps: CheckoutDeps,
  reservationId: string,
): Promise<Result<OpenedCheckout, OpenRefusal>> {
  const started = await startCheckout(deps, reservationId)
  if (!started.ok) return started
  const ownPage = guestLink(deps, reservationId)
  if (started.value === 'confirmed') return ok({ sessionId: null, url: ownPage })
  const { checkout, isNew } = started.value
  const opened = openedOf(checkout)
  if (opened) return ok(opened)
  return openSession(deps, checkout, isNew)
}

const openedOf = ({ sessionId, url }: CheckoutRow): OpenedCheckout | null =>
  sessionId && url ? { sessionId, url } : null

/**
 * Opens the session of a checkout for a hold, or for the difference of a change by the guest. If the provider fails, the
 * reservation of a change stays as it is. `isOwn`: this request inserted the checkout. Otherwise another one is opening it, and
 * may have done so by the time that this one fails.
 */
export async function openSession(
  deps: CheckoutDeps,
  checkout: CheckoutRow,
  isOwn = true,
): Promise<Result<OpenedCheckout, OpenRefusal>> {
  try {
    return await storeSession(deps, checkout, await createSession(deps, checkout))
  } catch (error) {
    const isRefused = error instanceof PaymentRefused
    if (!isRefused && !(error instanceof PaymentUnavailable)) throw error
    countPayment(isRefused ? 'refused' : 'unavailable')
    if (isOwn) await abandonCheckout(deps, checkout, isRefused ? 'refused' : 'lost')
    const current = isOwn ? undefined : await findCheckout(deps.db, checkout.id)
    const opened = current?.status === 'open' ? openedOf(current) : null
    return opened ? ok(opened) : no('payment_unavailable')
  }
}

/**
 * Inserts the checkout and sets the payment status to `pending`. From then on no expiry job frees the table before the
 * provider has said how the payment ended. Lock order: table, reservation, checkout.
 */
const startCheckout = (
  { db, now, payments }: CheckoutDeps,
  reservationId: string,
): Promise<Result<{ readonly checkout: CheckoutRow; readonly isNew: boolean } | 'confirmed', OpenRefusal>> =>
  inTransaction(db, async (tx) => {
    const reservation = await lockReservation(tx, reservationId)
    if (!reservation || reservation.deletedAt) return no('hold_ended')
    if (reservation.status !== 'pending')
      return no(reservation.status === 'cancelled' ? 'hold_ended' : 'already_confirmed')
    if (!reservation.heldUntil || reservation.heldUntil <= now) return no('hold_ended')
    const payable = await findPayableCheckout(tx, reservationId)
    if (payable) return ok({ checkout: payable, isNew: false })
    if (reservation.totalPriceCents === 0) {
      await confirmFreeReservation(tx, reservationId)
      await enqueueEmail(tx, reservationId, 'confirmation')
      return ok('confirmed')
    }
    const checkout = await insertCheckout(tx, {
      reservationId,
      provider: payments.kind,
      amountCents: reservation.totalPriceCents,
      expiresAt: sessionEnd(now, reservation.heldUntil),
    })
    await setPaymentStatus(tx, reservationId, 'pending')
    return ok({ checkout, isNew: true })
  })

/** The checkout id is the provider's idempotency key: a retry returns the same session. */
async function createSession(
  { db, payments, tokens, origin }: CheckoutDeps,
  checkout: CheckoutRow,
): Promise<Checkout> {
  const { id, reservationId, guestChangeId, expiresAt } = checkout
  const token = tokens.sign('hold', reservationId)
  const back = `reservation_id=${reservationId}&token=${token}`
  return payments.createCheckout({
    checkoutId: id,
    reservationId,
    ...(await readBill(db, checkout)),
    successUrl: `${origin}/payment-success?session_id={CHECKOUT_SESSION_ID}&${back}`,
    cancelUrl: `${origin}/payment-cancelled?${back}${guestChangeId === null ? '' : `&change=${guestChangeId}`}`,
    expiresAt,
  })
}

async function storeSession(
  deps: CheckoutDeps,
  { id, reservationId, guestChangeId }: CheckoutRow,
  { sessionId, url }: Checkout,
): Promise<Result<OpenedCheckout, OpenRefusal>> {
  const payableStatus = guestChangeId === null ? 'pending' : 'confirmed'
  const { isWanted, status } = await inTransaction(deps.db, async (tx) => {
    const reservation = await lockReservation(tx, reservationId)
    const checkout = await lockCheckout(tx, id)
    const isOpening = checkout?.status === 'opening'
    await updateCheckout(tx, id, { sessionId, url, ...(isOpening ? { status: 'open' } : {}) })
    const isOpen = isOpening || checkout?.status === 'open'
    return { isWanted: reservation?.status === payableStatus && isOpen, status: reservation?.status }
  })
  if (isWanted && url) return ok({ sessionId, url })
  // The guest released the hold, or staff changed it, while the provider created the session: close the session.
  await applyProviderState(deps, await deps.payments.expireCheckout(sessionId))
  if (guestChangeId !== null) return no('hold_ended')
  return no(status === 'confirmed' || status === 'completed' ? 'already_confirmed' : 'hold_ended')
}

/**
 * Ends a checkout whose session could not be created, and cancels its hold. `lost`: the request timed out, so a session
 * may exist at the provider; a job finds and closes it.
 */
const abandonCheckout = (
  deps: CheckoutDeps,
  { id, reservationId }: CheckoutRow,
  as: 'refused' | 'lost',
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const reservation = await lockReservation(tx, reservationId)
    const checkout = await lockCheckout(tx, id)
    if (checkout?.status !== 'opening') return
    await updateCheckout(tx, id, { status: as })
    // The guest of a change keeps what they have.
    if (checkout.guestChangeId === null) {
      await setPaymentStatus(tx, reservationId, reservation?.status === 'pending' ? 'failed' : 'none')
      if (reservation?.status === 'pending') await endUnpaidHold(tx, reservationId, 'payment_failed')
    }
    if (as === 'lost') await addJob(tx, { name: EXPIRE_ORPHANED_CHECKOUT, payload: { checkoutId: id } })
  })

/** Whether a payment for a reservation can still arrive through an open session. */
export const hasOpenPayment = async (db: Db, reservationId: string): Promise<boolean> =>
  (await findPayableCheckout(db, reservationId)) !== undefined

/**
 * Closes the session of a checkout whose creation timed out. Creating it again returns the same session (idempotency
 * key).
 */
export async function expireOrphanedCheckout(deps: CheckoutDeps, checkoutId: string): Promise<void> {
  const checkout = await findCheckout(deps.db, checkoutId)
  if (checkout?.status !== 'lost') return
  try {
    await closeAtProvider(deps, checkout)
  } catch (error) {
    if (!(error instanceof PaymentRefused) || error instanceof PaymentKeyRefused) throw error
    await updateCheckout(deps.db, checkoutId, { status: 'refused' })
  }
}

const NOT_CLOSED = 'The provider would not close the payment.'

/** Result of closing a checkout; `closed` guarantees that no payment can arrive any more. */
export type CloseOutcome = 'closed' | 'paid' | 'processing'

/** Closes the open payment of a reservation at the provider. Throws `PaymentUnavailable` where that is not certain. */
export async function closeCheckout(deps: CheckoutDeps, reservationId: string): Promise<CloseOutcome> {
  const payable = await findPayableCheckout(deps.db, reservationId)
  return payable ? closePayable(deps, payable) : 'closed'
}

/** The same for one checkout, of a hold or of a change by the guest. */
export async function closePayable(deps: CheckoutDeps, payable: CheckoutRow): Promise<CloseOutcome> {
  try {
    const { state } = await closeAtProvider(deps, payable)
    if (state === 'paid' || state === 'processing') return state
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    // A key that is not accepted says nothing about this session.
    if (error instanceof PaymentKeyRefused) throw new PaymentUnavailable(NOT_CLOSED, { cause: error })
    if (!payable.sessionId) await abandonCheckout(deps, payable, 'refused')
    // A session that the provider refuses to close may still be paid: the hold must keep its table.
    else if (!(await expireGone(deps, payable, payable.sessionId)))
      throw new PaymentUnavailable(NOT_CLOSED, { cause: error })
  }
  return 'closed'
}

/**
 * Ends a session whose time is over and that the provider does not know: it was opened with another account, and no guest can
 * pay it. False for any other.
 */
async function expireGone(
  deps: CheckoutDeps,
  { id, reservationId, amountCents, expiresAt }: CheckoutRow,
  sessionId: string,
): Promise<boolean> {
  if (expiresAt > deps.now || (await deps.payments.getCheckout(sessionId)) !== null) return false
  const facts = { sessionId, checkoutId: id, reservationId, amountCents, currency: 'usd' }
  await applyProviderState(deps, { ...facts, state: 'expired', url: null, paymentIntentId: null })
  return true
}

async function closeAtProvider(deps: CheckoutDeps, checkout: CheckoutRow): Promise<Checkout> {
  const sessionId = checkout.sessionId ?? (await createSession(deps, checkout)).sessionId
  const session = await deps.payments.expireCheckout(sessionId)
  await applyProviderState(deps, session)
  return session
}
