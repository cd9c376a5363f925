import type { ReservationStatus } from '#features/reservations/schema.ts'
import type { CalendarDate, WallTime } from '#lib/venue-time.ts'

/** The night that follows a dinner at its table. */
export type Stay = {
  /** Line about the night for which the guest can keep the table; null without an offer. */
  readonly line: string | null
  /** The guests have the table for that night, and need not leave it in between. */
  readonly isForNight: boolean
}

/** Dinner as its guest and staff see it. */
export type Dinner = {
  readonly id: string
  readonly status: ReservationStatus
  readonly cancelReason: 'hold_expired' | 'guest' | 'staff' | 'payment_failed' | null
  /** Reason of the special day whose closure cancelled it; null for any other cancellation. */
  readonly closedBecause: string | null
  readonly date: CalendarDate
  readonly time: WallTime
  readonly startsAt: Date
  readonly endsAt: Date
  /** End of the offer of the waiting list that it is; null for one that the guest booked or accepted. */
  readonly heldUntil: Date | null
  readonly createdAt: Date
  readonly guestName: string
  readonly guestEmail: string
  readonly guestPhone: string | null
  readonly guestCount: number
  /** Whether staff have to confirm the party, as it was booked or last changed by its guest. */
  readonly isLargeParty: boolean
  readonly entryCode: string
  readonly specialRequests: string | null
  /** Whether a table is assigned; otherwise staff assign one on arrival. */
  readonly hasTable: boolean
  /** Numbers of the assigned tables. For staff only, because they may still seat the party elsewhere. */
  readonly tableNumbers: readonly number[]
  /** Row version, incremented by each update. The calendar file uses it as its sequence. */
  readonly version: number
}
