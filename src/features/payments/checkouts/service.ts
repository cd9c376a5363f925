import { raiseRefusedPayment } from '#features/payments/issues/refused-payments/service.ts'
import { raiseIssue } from '#features/payments/issues/service.ts'
import { enqueueEmail } from '#features/emails/service.ts'
import { requestRefund } from '#features/payments/refunds/issuing/service.ts'
import { readRefundedOfPrice } from '#features/payments/refunds/service.ts'
import {
  confirmReservation,
  isTableInUse,
  setPaymentStatus,
  type ReservationFacts,
  lockReservation,
} from '#features/reservations/service.ts'
import { countPriceRefund, setPriceRefunded } from '#features/reservations/price-refunds/service.ts'
import { endUnpaidHold } from '#features/reservations/unpaid-holds/service.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { countPayment } from '#platform/observability/metrics.ts'
import type { SettlementDeps } from '#platform/payments-gateways/checkout-deps.ts'
import type { Checkout } from '#platform/payments-gateways/types.ts'
import { decideSettlement, type Settlement } from './rules.ts'
import { type CheckoutRow, findBySession, findCheckout, lockCheckout, updateCheckout } from './store.ts'

export {
  type CheckoutRow,
  findBySession,
  findCheckout,
  findCheckoutOfChange,
  findPayableCheckout,
  insertCheckout,
  isPayable,
  listUnsettledCheckouts,
  lockCheckout,
  readBill,
  updateCheckout,
} from './store.ts'

export const SETTLE_CHECKOUT = 'settle_checkout'
/** Makes the change whose difference was paid. The job's task is in another feature, which depends on this one. */
export const MAKE_PAID_CHANGE = 'make_paid_change'

/** Reads a session from the provider and applies its state. */
export async function settleCheckout(deps: SettlementDeps, sessionId: string): Promise<Checkout | null> {
  const session = await deps.payments.getCheckout(sessionId)
  if (session) await applyProviderState(deps, session)
  return session
}

/**
 * Applies the provider's state of a session in one transaction. The guest's return, the webhook and the reconcile job
 * may run this at once: the row locks (table, reservation, checkout, in this order) serialize them, the first one
 * changes the rows, and the others find the checkout settled. Only the provider's own state is trusted, never a
 * webhook's payload.
 */
export async function applyProviderState({ db, now }: SettlementDeps, session: Checkout): Promise<void> {
  const found = await findCheckoutOf(db, session)
  if (!found) {
    if (session.state === 'paid') await raiseUnknownPayment(db, session)
    return
  }
  const outcome = await inTransaction(db, async (tx) => {
    const reservation = await lockReservation(tx, found.reservationId)
    const checkout = await lockCheckout(tx, found.id)
    if (!reservation || !checkout) return null
    const { status, cancelReason, heldUntil, endsAt, deletedAt, moneyCents } = reservation
    const settlement = decideSettlement({
      checkout,
      reservation: { status, cancelReason, heldUntil, endsAt, isDeleted: deletedAt !== null, moneyCents },
      session,
      now,
    })
    return applySettlement({ tx, now, checkout, reservation, session }, settlement)
  })
  // The metric counts committed outcomes only.
  if (outcome) countPayment(outcome)
}

/** Falls back to the checkout id in the session's metadata: the response that named the session may have been lost. */
async function findCheckoutOf(db: Db, { sessionId, checkoutId }: Checkout): Promise<CheckoutRow | undefined> {
  const bySession = await findBySession(db, sessionId)
  if (bySession || !checkoutId) return bySession
  const byId = await findCheckout(db, checkoutId)
  return byId && (byId.sessionId === null || byId.sessionId === sessionId) ? byId : undefined
}

type SettlementContext = {
  readonly tx: Db
  readonly now: Date
  readonly checkout: CheckoutRow
  readonly reservation: ReservationFacts
  readonly session: Checkout
}

type Outcome = 'confirmed' | RefundReason | Extract<Settlement, { do: 'close' }>['as']

/** Returns the outcome to count; null where nothing changed. */
async function applySettlement(context: SettlementContext, settlement: Settlement): Promise<Outcome | null> {
  const { tx, checkout, reservation } = context
  switch (settlement.do) {
    case 'nothing':
      return null
    case 'wait':
      await updateCheckout(tx, checkout.id, { status: 'processing', sessionId: context.session.sessionId })
      return null
    case 'close':
      return closeSession(context, settlement)
    case 'confirm':
    case 'try_to_confirm': {
      await receiveMoney(context)
      const isLate = settlement.do === 'try_to_confirm'
      // Its hold has lapsed, and a table that was taken out of use since is given to no guest.
      if (isLate && !(await isTableInUse(tx, reservation.id))) return issueRefund(context, 'table_gone')
      const priceRefundedCents = isLate ? await readRefundedOfPrice(tx, reservation.id) : 0
      const outcome = await confirmReservation(tx, reservation.id)
      if (outcome === 'table_gone') return issueRefund(context, 'table_gone')
      // An earlier payment of the hold that went back pays for nothing: a later rise of the price is due in full.
      if (priceRefundedCents > 0) await setPriceRefunded(tx, reservation.id, priceRefundedCents)
      await enqueueEmail(tx, reservation.id, 'confirmation')
      return 'confirmed'
    }
    case 'receive':
      await receiveMoney(context)
      await setPaymentStatus(tx, reservation.id, 'paid')
      await enqueueEmail(tx, reservation.id, 'confirmation')
      return 'confirmed'
    case 'make_change':
      await receiveMoney(context)
      if (settlement.isWrongAmount) await raiseWrongAmount(context)
      await addJob(tx, { name: MAKE_PAID_CHANGE, payload: { checkoutId: checkout.id } })
      return settlement.isWrongAmount ? 'wrong_amount' : 'confirmed'
    case 'give_back':
      await receiveMoney(context)
      return issueRefund(context, settlement.reason)
  }
}

/** The guest may have closed the page that waits for the bank. */
async function closeSession(
  context: SettlementContext,
  { as, cancel }: Extract<Settlement, { do: 'close' }>,
): Promise<Outcome> {
  const { tx, checkout, reservation, session } = context
  await updateCheckout(tx, checkout.id, { status: as, sessionId: session.sessionId, url: null })
  if (!isPaymentOfHold(context)) return as
  // Staff may have changed the status meanwhile; the payment status must not stay `pending` in any case.
  if (reservation.status === 'pending' || reservation.paymentStatus === 'pending')
    await setPaymentStatus(tx, reservation.id, as === 'failed' ? 'failed' : 'none')
  const ended = cancel && (await endUnpaidHold(tx, reservation.id, cancel))
  if (as !== 'failed') return as
  if (ended === 'cancelled') await enqueueEmail(tx, reservation.id, 'payment_refused')
  if (ended === 'has_arrived')
    await raiseRefusedPayment(tx, { reservationId: reservation.id, checkoutId: checkout.id })
  return as
}

const receiveMoney = ({ tx, now, checkout, session }: SettlementContext): Promise<void> =>
  updateCheckout(tx, checkout.id, {
    status: 'paid',
    paidAt: now,
    receivedCents: session.amountCents,
    sessionId: session.sessionId,
    paymentIntentId: session.paymentIntentId,
    url: null,
  })

/** The payment of a hold decides about its reservation; that of a change leaves it as it is. */
const isPaymentOfHold = ({ checkout }: SettlementContext): boolean => checkout.guestChangeId === null

const raiseWrongAmount = ({
  tx,
  checkout,
  reservation,
  session,
}: Omit<SettlementContext, 'now'>): Promise<void> =>
  raiseIssue(tx, {
    kind: 'amount_mismatch',
    subject: session.sessionId,
    reservationId: reservation.id,
    checkoutId: checkout.id,
    amountCents: session.amountCents,
    detail: `Asked for ${checkout.amountCents} cents (usd), received ${session.amountCents} (${session.currency}). All of it goes back.`,
  })

type RefundReason = Extract<Settlement, { do: 'give_back' }>['reason']

async function issueRefund(
  { tx, checkout, reservation, session }: SettlementContext,
  reason: RefundReason,
): Promise<RefundReason> {
  if (reason === 'wrong_amount') await raiseWrongAmount({ tx, checkout, reservation, session })
  // A hold ends with its payment. One that was paid twice stands by the first payment.
  if (reservation.status === 'pending' && reason !== 'paid_twice')
    await endUnpaidHold(tx, reservation.id, reason === 'wrong_amount' ? 'payment_failed' : 'hold_expired')
  const refund = async () => {
    const { amountCents } = session
    await requestRefund(tx, { checkoutId: checkout.id, reservationId: reservation.id, amountCents, reason })
    return amountCents
  }
  // The reservation that stands was not paid with it: a later rise of its price is due in full.
  await (reason === 'table_gone' ? refund() : countPriceRefund(tx, reservation.id, refund))
  await enqueueEmail(tx, reservation.id, reason)
  return reason
}

const raiseUnknownPayment = (db: Db, { sessionId, amountCents, reservationId }: Checkout): Promise<void> =>
  raiseIssue(db, {
    kind: 'unknown_payment',
    subject: sessionId,
    reservationId: null,
    checkoutId: null,
    amountCents,
    detail: `The provider received a payment that we never asked for. It names the reservation ${reservationId ?? 'none'}.`,
  })
