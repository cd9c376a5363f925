import { findBySession, settleCheckout } from '#features/payments/checkouts/service.ts'
import type { SettlementDeps } from '#platform/payments-gateways/checkout-deps.ts'
import type { NightReservation } from '#features/reservations/schema.ts'
import { findReservation } from '#features/reservations/service.ts'

export type PaymentOutcome = {
  /**
   * `waiting`: the bank still processes the payment. `given_back`: the payment came after the table was gone, or in a
   * wrong amount, and is refunded. `cancelled`: paid, and cancelled by the guest or by staff. `not_paid`: nothing was
   * charged. `unpaid`: nothing was charged, and staff confirmed the reservation without a payment.
   */
  readonly state: 'confirmed' | 'waiting' | 'given_back' | 'cancelled' | 'not_paid' | 'unpaid'
  readonly reservation: NightReservation
}

type PaymentReturn = { readonly reservationId: string; readonly sessionId: string }

/**
 * Returns the outcome of the payment that a guest comes back from; null where the session belongs to another
 * reservation. Reads and applies the provider's state unless the checkout is paid already. Throws `PaymentUnavailable`
 * where the provider does not answer.
 */
export async function findPaymentOutcome(
  deps: SettlementDeps,
  { reservationId, sessionId }: PaymentReturn,
): Promise<PaymentOutcome | null> {
  const attempt = await findBySession(deps.db, sessionId)
  if (attempt?.reservationId !== reservationId) return null
  if (attempt.status === 'paid') return readOutcome(deps, reservationId, 'paid')
  await settleCheckout(deps, sessionId)
  const settled = await findBySession(deps.db, sessionId)
  return readOutcome(deps, reservationId, settled?.status ?? attempt.status)
}

async function readOutcome(
  deps: SettlementDeps,
  reservationId: string,
  attempt: string,
): Promise<PaymentOutcome | null> {
  const reservation = await findReservation(deps, reservationId)
  return reservation && { state: stateOf(reservation, attempt), reservation }
}

const PAID: ReadonlySet<string> = new Set(['paid', 'partly_refunded', 'refunded'])

function stateOf(
  { status, cancelReason, paymentStatus }: NightReservation,
  attempt: string,
): PaymentOutcome['state'] {
  switch (status) {
    case 'confirmed':
    case 'completed':
      return attempt === 'paid' || PAID.has(paymentStatus) ? 'confirmed' : 'unpaid'
    case 'pending':
      return attempt === 'processing' ? 'waiting' : 'not_paid'
    case 'cancelled':
      if (attempt !== 'paid') return 'not_paid'
      return cancelReason === 'guest' || cancelReason === 'staff' ? 'cancelled' : 'given_back'
  }
}
