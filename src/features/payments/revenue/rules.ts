import type { ExceptionKind } from '#features/payments/issues/schema.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'

type Copy = { readonly title: string; readonly advice: string }

/** What each kind of matter is called, and what to do about it. */
export const ISSUE_COPY: Record<ExceptionKind, Copy> = {
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
  unknown_payment: {
    title: 'Payment nobody asked for',
    advice: "Give it back in the provider's dashboard, and note here that you did.",
  },
}

type Past = {
  readonly kind: ExceptionKind
  readonly leftCents: number | null
  readonly reservationStatus: ReservationStatus | null
  /** When the night is over; null where the matter is about none. */
  readonly nightEndsAt: Date | null
}

/** Whether a guest whose table is gone can have one again: the money is here, and the night is still to come. */
export const canSeatAgain = ({ kind, leftCents, reservationStatus, nightEndsAt }: Past, now: Date): boolean =>
  kind !== 'dispute' &&
  (leftCents ?? 0) > 0 &&
  reservationStatus === 'cancelled' &&
  nightEndsAt !== null &&
  nightEndsAt > now

type IssueKind = {
  readonly kind: ExceptionKind
  /** The online payment it is about; null where there is none. */
  readonly checkoutId: string | null
  readonly amountCents: number | null
  /** What is left of the payment it is about; null where there is none of ours. */
  readonly leftCents: number | null
  /** What is left of a cancelled reservation: of its online payments, and of everything. */
  readonly onlineLeftCents: number | null
  readonly openCents: number | null
}

/** How much of a matter can be refunded online: never more than it is about, nor than is left of the payment. */
export function refundable({ kind, checkoutId, amountCents, leftCents, onlineLeftCents }: IssueKind): number {
  if (kind === 'paid_and_cancelled') return onlineLeftCents ?? 0
  if (kind === 'dispute' || checkoutId === null || leftCents === null) return 0
  return Math.max(0, Math.min(leftCents, amountCents ?? leftCents))
}

/** How much of a cancelled reservation was paid at the venue, and is to be given back there. */
export const toRefund = ({ kind, openCents, onlineLeftCents }: IssueKind): number =>
  kind === 'paid_and_cancelled' ? Math.max(0, (openCents ?? 0) - (onlineLeftCents ?? 0)) : 0
