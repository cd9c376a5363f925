import type { CancelReason, ReservationStatus } from '#features/reservations/schema.ts'

type CheckoutStatus = 'opening' | 'open' | 'processing' | 'paid' | 'failed' | 'expired' | 'refused' | 'lost'

export type SettlementFacts = {
  readonly checkout: { readonly status: CheckoutStatus; readonly amountCents: number }
  readonly reservation: {
    readonly status: ReservationStatus
    readonly cancelReason: CancelReason | null
    readonly heldUntil: Date | null
    readonly endsAt: Date
    readonly isDeleted: boolean
    /** What was received for it so far and is still here. */
    readonly moneyCents: number
  }
  /** What the provider itself says. */
  readonly truth: {
    readonly state: 'open' | 'processing' | 'paid' | 'failed' | 'expired'
    readonly amountCents: number
    readonly currency: string
  }
  readonly now: Date
}

export type Settlement =
  | { readonly do: 'nothing' }
  /** The guest is done, the money is under way: the table stays theirs until it is known. */
  | { readonly do: 'wait' }
  /** No payment can come of this checkout any more. `cancel`: and the hold is over with it. */
  | { readonly do: 'close'; readonly as: 'expired' | 'failed'; readonly cancel: CancelReason | null }
  | { readonly do: 'confirm' }
  /** The table is theirs already, by a decision of staff: this is its payment. */
  | { readonly do: 'receive' }
  /** The table is free again or somebody else's: the guest gets it if it is still to be had. */
  | { readonly do: 'try_to_confirm' }
  | { readonly do: 'give_back'; readonly reason: 'table_gone' | 'paid_twice' | 'wrong_amount' }

const CURRENCY = 'usd'

/** What follows for the house from what the provider says about a checkout. Said twice, it has followed once. */
export function settle(facts: SettlementFacts): Settlement {
  const { checkout, truth } = facts
  if (checkout.status === 'paid') return { do: 'nothing' }
  switch (truth.state) {
    case 'open':
      return { do: 'nothing' }
    case 'processing':
      return { do: 'wait' }
    case 'expired':
    case 'failed':
      return close(facts, truth.state)
    case 'paid':
      return receive(facts)
  }
}

function close({ checkout, reservation, now }: SettlementFacts, as: 'expired' | 'failed'): Settlement {
  if (checkout.status === as) return { do: 'nothing' }
  if (reservation.status !== 'pending') return { do: 'close', as, cancel: null }
  if (as === 'failed') return { do: 'close', as, cancel: 'payment_failed' }
  const hasLapsed = reservation.heldUntil !== null && reservation.heldUntil <= now
  return { do: 'close', as, cancel: hasLapsed ? 'hold_expired' : null }
}

/** Money has come in. It ends with the table kept for its guest, or with the money on its way back. */
function receive({ checkout, reservation, truth, now }: SettlementFacts): Settlement {
  if (truth.amountCents !== checkout.amountCents || truth.currency !== CURRENCY)
    return { do: 'give_back', reason: 'wrong_amount' }
  if (reservation.isDeleted) return { do: 'give_back', reason: 'table_gone' }
  // Money decides, not the status: staff confirm tables that nobody has paid for yet.
  const isPaid = reservation.moneyCents > 0
  switch (reservation.status) {
    case 'pending':
      return isPaid ? { do: 'give_back', reason: 'paid_twice' } : { do: 'confirm' }
    case 'confirmed':
    case 'completed':
      return isPaid ? { do: 'give_back', reason: 'paid_twice' } : { do: 'receive' }
    case 'cancelled': {
      // Whoever cancelled on purpose meant it.
      const onPurpose = reservation.cancelReason === 'guest' || reservation.cancelReason === 'staff'
      if (onPurpose || reservation.endsAt <= now) return { do: 'give_back', reason: 'table_gone' }
      return { do: 'try_to_confirm' }
    }
  }
}
