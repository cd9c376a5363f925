import type { Reversal } from '#features/reservation-management/changes/reversals/schema.ts'
import type { ReservationType } from '#features/reservation-management/list/schema.ts'
import type { VenueMethod } from '#features/payments/ledger/schema.ts'
import type { CancelReason, ReservationLine, ReservationStatus } from '#features/reservations/schema.ts'
import type { Cents } from '#lib/money.ts'
import type { CalendarDate } from '#lib/venue-time.ts'

export type ChangeKind = 'status' | 'moved' | 'left' | 'deleted' | 'restored' | 'amended'

/** The columns of a reservation that a change by staff may write, and that Undo restores. */
export type ChangeState = {
  readonly status: ReservationStatus
  readonly cancelReason: CancelReason | null
  readonly heldUntil: Date | null
  readonly leftAt: Date | null
  /** Never restored: a guest who moved the reservation since keeps its new time. Missing in a change of an older version. */
  readonly startsAt?: Date
  /** Never restored, as the time. Missing in a change of an older version. */
  readonly guestCount?: number
  readonly tableId: string | null
  readonly secondTableId: string | null
  /** Missing in a change that an older version recorded. */
  readonly extraTableIds?: readonly string[]
  /** Set where the change moved the end of the sitting. */
  readonly endsAt?: Date
  readonly keptCents: Cents
  readonly keptReason: string | null
  /** Missing in a change that an older version recorded. */
  readonly isRefundedIfResold?: boolean
  /** Missing in a change that an older version recorded. */
  readonly refundableUntil?: Date | null
  /** Missing in a change that an older version recorded. */
  readonly creditCents?: Cents
  readonly creditUntil?: CalendarDate | null
}

/** The facts of a reservation that an amendment may change. Times are ISO text, because they are stored as JSON. */
export type AmendedFacts = {
  readonly guestName: string
  readonly guestEmail: string
  readonly guestPhone: string | null
  readonly guestCount: number
  readonly eventId: string | null
  readonly eventTitle: string | null
  readonly date: CalendarDate
  readonly startsAt: string
  readonly endsAt: string
  readonly tableId: string | null
  readonly secondTableId: string | null
  readonly tableNumbers: readonly number[]
  readonly totalCents: Cents
  readonly lines: readonly ReservationLine[]
  /** Staff have to confirm its party. Missing in an amendment that an older version recorded. */
  readonly isLargeParty?: boolean
  /** Guests of the party who booked. Missing in an amendment that an older version recorded. */
  readonly holderCount?: number
}

/** An amendment: the facts before and after it, and the decision about the price difference. */
export type Amendment = {
  readonly before: AmendedFacts
  readonly after: AmendedFacts
  /** A null id stands for the guest. */
  readonly actor: { readonly id: string | null; readonly name: string }
  /** Refunded after the undo window. */
  readonly refundCents: Cents
  /** The part of it that was paid at the venue, and goes back there by `refundMethod`. */
  readonly refundVenueCents: Cents
  readonly refundMethod: VenueMethod | null
  /** Discount that waives a higher price. Its ledger line is written at once, and Undo reverses it. */
  readonly discountCents: Cents
  readonly keptCents: Cents
  /** The part that became a credit of the guest. Missing in an amendment that an older version recorded. */
  readonly creditCents?: Cents
  readonly reason: string
  readonly isEmailed: boolean
}

/** A change that is neither undone nor finished: its refund and its email are still to come. */
export type PendingChange = {
  readonly id: string
  readonly kind: ChangeKind
  readonly before: ChangeState
  /** Payment issues that the change resolved; Undo reopens them. */
  readonly resolvedIssues: readonly string[]
  /** The status after the change. */
  readonly status: ReservationStatus
  readonly refundReason: string | null
  /** Only for a change of the kind `amended`. */
  readonly amendment: Amendment | null
  /** Only for a merge or a split. */
  readonly reversal: Reversal | null
  readonly undoUntil: Date
  readonly createdAt: Date
}

/** Identifies a change for the Undo toast. */
export type ChangeReceipt = {
  readonly actId: string
  /** The email that the guest receives after the undo window. */
  readonly email: StatusEmail | 'reservation_changed' | null
}

export type StatusEmail = 'dinner_confirmed' | 'dinner_cancelled' | 'confirmation' | 'cancelled'

/** Input of the rule that chooses the email for a status change. */
export type EmailFacts = {
  readonly type: ReservationType
  readonly startsAt: Date
  readonly guestEmail: string
}
