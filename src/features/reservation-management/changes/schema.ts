import type { ReservationType } from '#features/reservation-management/list/schema.ts'
import type { CancelReason, ReservationStatus } from '#features/reservations/schema.ts'
import type { Cents } from '#lib/money.ts'

export type ChangeKind = 'status' | 'moved' | 'left' | 'deleted' | 'restored'

/** The columns of a reservation that a change by staff may write, and that Undo restores. */
export type ChangeState = {
  readonly status: ReservationStatus
  readonly cancelReason: CancelReason | null
  readonly heldUntil: Date | null
  readonly leftAt: Date | null
  readonly tableId: string | null
  readonly secondTableId: string | null
  readonly keptCents: Cents
  readonly keptReason: string | null
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
  readonly undoUntil: Date
  readonly createdAt: Date
}

/** Identifies a change for the Undo toast. */
export type ChangeReceipt = {
  readonly actId: string
  /** The email that the guest receives after the undo window. */
  readonly email: StatusEmail | null
}

export type StatusEmail = 'dinner_confirmed' | 'dinner_cancelled' | 'confirmation' | 'cancelled'

/** Input of the rule that chooses the email for a status change. */
export type EmailFacts = {
  readonly type: ReservationType
  readonly startsAt: Date
  readonly guestEmail: string
}
