import type { ReservationStatus } from '#features/reservations/schema.ts'
import type { CalendarDate, WallTime } from '#lib/venue-time.ts'

/** A dinner as its guest and the staff see it. */
export type Dinner = {
  readonly id: string
  readonly status: ReservationStatus
  readonly cancelReason: 'hold_expired' | 'guest' | 'staff' | 'payment_failed' | null
  /** The reason of the closed day that it was cancelled for; null where it was not. */
  readonly closedBecause: string | null
  readonly date: CalendarDate
  readonly time: WallTime
  readonly startsAt: Date
  readonly endsAt: Date
  readonly createdAt: Date
  readonly guestName: string
  readonly guestEmail: string
  readonly guestPhone: string | null
  readonly guestCount: number
  readonly specialRequests: string | null
  /** Whether a table is kept for the party; where none is, staff find one. */
  readonly hasTable: boolean
  /** The numbers of the tables, one or two; which they are is for staff to know, who may yet seat the party elsewhere. */
  readonly tableNumbers: readonly number[]
  /** Higher with each change. */
  readonly version: number
}
