import type { ReservationType } from '#features/reservation-management/list/schema.ts'
import type { CancelReason, ReservationStatus } from '#features/reservations/schema.ts'
import type { Cents } from '#lib/money.ts'

export type ActKind = 'status' | 'moved' | 'left' | 'deleted' | 'restored'

/** The columns of a reservation that an act of staff changes, and that undoing it restores. */
export type ActState = {
  readonly status: ReservationStatus
  readonly cancelReason: CancelReason | null
  readonly heldUntil: Date | null
  readonly leftAt: Date | null
  readonly tableId: string | null
  readonly secondTableId: string | null
  readonly keptCents: Cents
  readonly keptReason: string | null
}

/** An act that is not finished: it can still be undone, or its consequences have not been drawn yet. */
export type UnfinishedAct = {
  readonly id: string
  readonly kind: ActKind
  readonly before: ActState
  /** Payment issues that the act resolved and that undoing it opens again. */
  readonly resolvedIssues: readonly string[]
  /** The status that the act gave. */
  readonly status: ReservationStatus
  readonly refundReason: string | null
  readonly undoUntil: Date
  readonly createdAt: Date
}

/** What the screen needs to offer Undo. */
export type ActReceipt = {
  readonly actId: string
  /** The email that the guest is sent once the act cannot be undone any more. */
  readonly email: StatusEmail | null
}

export type StatusEmail = 'dinner_confirmed' | 'dinner_cancelled' | 'confirmation' | 'cancelled'

/** The facts that decide which email a change of status causes. */
export type EmailFacts = {
  readonly type: ReservationType
  readonly startsAt: Date
  readonly guestEmail: string
}
