import type { IssueKind } from '#features/payments/issues/schema.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'

type Copy = { readonly title: string; readonly advice: string }

/** Title and advice of each kind of payment issue, as staff read them. */
export const ISSUE_COPY: Record<IssueKind, Copy> = {
  amount_mismatch: {
    title: 'Wrong amount paid',
    advice:
      'All of it goes back by itself and the table is free again. See that the refund arrived, then mark this as settled.',
  },
  refund_failed: {
    title: 'Refund failed',
    advice:
      'Try the refund once more, or seat the guest again. Where the card is closed, give the money back in another way and note which.',
  },
  dispute: {
    title: 'Payment disputed',
    advice:
      "Answer it in the provider's dashboard before its deadline. Do not refund it: the bank has the money already. Mark it as settled once it is decided.",
  },
  paid_and_cancelled: {
    title: 'Paid, then cancelled',
    advice:
      'The money is still with us. Seat the guest again, give it back, or note what was agreed and mark this as settled.',
  },
  payment_refused: {
    title: 'Refused after the party arrived',
    advice:
      'Take the payment on the page of the reservation, and this is settled by itself. Where the party has left, call the guest, or note what was agreed and mark it as settled.',
  },
  unknown_payment: {
    title: 'Payment nobody asked for',
    advice: "Give it back in the provider's dashboard, and note here that you did.",
  },
}

type SeatAgainFacts = {
  readonly kind: IssueKind
  readonly leftCents: number | null
  readonly reservationStatus: ReservationStatus | null
  /** End of the night; null where the issue belongs to no night reservation. */
  readonly nightEndsAt: Date | null
}

/**
 * Whether staff can seat the guest of a cancelled reservation again: its money was not returned, and the night is not
 * over. Never for a dispute, because the bank holds that money.
 */
export const canSeatAgain = (
  { kind, leftCents, reservationStatus, nightEndsAt }: SeatAgainFacts,
  now: Date,
): boolean =>
  kind !== 'dispute' &&
  (leftCents ?? 0) > 0 &&
  reservationStatus === 'cancelled' &&
  nightEndsAt !== null &&
  nightEndsAt > now

type IssueMoney = {
  readonly kind: IssueKind
  /** Checkout of the online payment concerned; null where there is none. */
  readonly checkoutId: string | null
  readonly amountCents: number | null
  /** Refundable rest of the cancelled reservation, otherwise of the checkout; null without a checkout. */
  readonly leftCents: number | null
  /** Refundable rest of the online payments of a cancelled reservation; null for other kinds. */
  readonly onlineLeftCents: number | null
  /** Refundable rest of a cancelled reservation by any method; null for other kinds. */
  readonly openCents: number | null
}

/**
 * Cents of a payment issue that the provider can refund: never more than the issue names, nor than is left of the
 * payment. Zero for a dispute, because the bank already took that money back.
 */
export function refundable({
  kind,
  checkoutId,
  amountCents,
  leftCents,
  onlineLeftCents,
}: IssueMoney): number {
  if (kind === 'paid_and_cancelled') return onlineLeftCents ?? 0
  if (kind === 'dispute' || checkoutId === null || leftCents === null) return 0
  return Math.max(0, Math.min(leftCents, amountCents ?? leftCents))
}

/** Cents of a cancelled reservation that were paid at the venue: staff refund them there, not the provider. */
export const toRefund = ({ kind, openCents, onlineLeftCents }: IssueMoney): number =>
  kind === 'paid_and_cancelled' ? Math.max(0, (openCents ?? 0) - (onlineLeftCents ?? 0)) : 0
