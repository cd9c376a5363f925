import type { CancelReason, ReservationStatus } from '#features/reservations/schema.ts'

type CheckoutStatus = 'opening' | 'open' | 'processing' | 'paid' | 'failed' | 'expired' | 'refused' | 'lost'

export type SettlementFacts = {
  readonly checkout: {
    readonly status: CheckoutStatus
    readonly amountCents: number
    /** The change by the guest whose difference it pays; null for the payment of a hold. */
    readonly guestChangeId: string | null
  }
  readonly reservation: {
    readonly status: ReservationStatus
    readonly cancelReason: CancelReason | null
    readonly heldUntil: Date | null
    readonly endsAt: Date
    readonly isDeleted: boolean
    /** Received less refunded less lost in disputes, by whatever method. */
    readonly moneyCents: number
  }
  /** The payment session as the provider reports it. */
  readonly session: {
    readonly state: 'open' | 'processing' | 'paid' | 'failed' | 'expired'
    readonly amountCents: number
    readonly currency: string
  }
  readonly now: Date
}

export type Settlement =
  | { readonly do: 'nothing' }
  /** The bank is still processing the payment. The hold keeps its table until the result is known. */
  | { readonly do: 'wait' }
  /** The session can no longer be paid. `cancel` names the reason where the hold ends with it. */
  | { readonly do: 'close'; readonly as: 'expired' | 'failed'; readonly cancel: CancelReason | null }
  | { readonly do: 'confirm' }
  /** Staff confirmed the unpaid reservation earlier; this payment pays for it. */
  | { readonly do: 'receive' }
  /** The hold expired before the payment arrived: confirms if the table is still free, refunds otherwise. */
  | { readonly do: 'try_to_confirm' }
  /** Received for a change by the guest, which is made now, or else refunded. */
  | { readonly do: 'make_change'; readonly isWrongAmount: boolean }
  | { readonly do: 'give_back'; readonly reason: 'table_gone' | 'paid_twice' | 'wrong_amount' }

const CURRENCY = 'usd'

/**
 * Decides the next state of a checkout from the provider's session. Idempotent: a webhook, the guest's return and the
 * reconcile job may report the same state, and only the first report leads to anything but `nothing`.
 */
export function decideSettlement(facts: SettlementFacts): Settlement {
  const { checkout, session } = facts
  if (checkout.status === 'paid') return { do: 'nothing' }
  switch (session.state) {
    case 'open':
      return { do: 'nothing' }
    case 'processing':
      return { do: 'wait' }
    case 'expired':
    case 'failed':
      return close(facts, session.state)
    case 'paid':
      return receive(facts)
  }
}

function close({ checkout, reservation, now }: SettlementFacts, as: 'expired' | 'failed'): Settlement {
  if (checkout.status === as) return { do: 'nothing' }
  if (reservation.status !== 'pending' || checkout.guestChangeId !== null)
    return { do: 'close', as, cancel: null }
  if (as === 'failed') return { do: 'close', as, cancel: 'payment_failed' }
  const hasLapsed = reservation.heldUntil !== null && reservation.heldUntil <= now
  return { do: 'close', as, cancel: hasLapsed ? 'hold_expired' : null }
}

/** Every payment ends either in a confirmed table or in a refund; none is left without one of the two. */
function receive({ checkout, reservation, session, now }: SettlementFacts): Settlement {
  const isWrongAmount = session.amountCents !== checkout.amountCents || session.currency !== CURRENCY
  if (checkout.guestChangeId !== null) return { do: 'make_change', isWrongAmount }
  if (isWrongAmount) return { do: 'give_back', reason: 'wrong_amount' }
  if (reservation.isDeleted) return { do: 'give_back', reason: 'table_gone' }
  // The ledger decides whether a payment is the second one, not the status: staff also confirm unpaid reservations.
  const isPaid = reservation.moneyCents > 0
  const isOver = reservation.endsAt <= now
  switch (reservation.status) {
    case 'pending':
      if (isPaid) return { do: 'give_back', reason: 'paid_twice' }
      // A payment that the bank was processing had begun in time, and its guests may have been let in on it.
      return isOver && checkout.status !== 'processing'
        ? { do: 'give_back', reason: 'table_gone' }
        : { do: 'confirm' }
    case 'confirmed':
    case 'completed':
      return isPaid ? { do: 'give_back', reason: 'paid_twice' } : { do: 'receive' }
    case 'cancelled': {
      // A deliberate cancellation stands, even if the payment arrives later.
      const onPurpose = reservation.cancelReason === 'guest' || reservation.cancelReason === 'staff'
      if (onPurpose || isOver) return { do: 'give_back', reason: 'table_gone' }
      return { do: 'try_to_confirm' }
    }
  }
}
