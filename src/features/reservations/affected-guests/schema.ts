import type { Zone } from '#features/venue/schema.ts'
import type { PackageContent } from '#features/reservations/package-contents/schema.ts'
import type { PaymentStatus, ReservationStatus } from '#features/reservations/schema.ts'
import type { Cents } from '#lib/money.ts'
import type { CalendarDate, WallTime } from '#lib/venue-time.ts'

/** A night, a table, or two tables that are pushed together. */
export type ChangeOfPlan =
  | { readonly eventId: string }
  | { readonly tableId: string; readonly withTableId?: string }

/** Somebody with a reservation that a change would take the night or the table from. */
export type AffectedGuest = {
  readonly id: string
  readonly guestName: string
  readonly guestCount: number
  readonly tableNumber: number | null
  readonly date: CalendarDate
}

/** When an event takes place; without an end, until 5 AM. */
export type EventTimes = {
  readonly date: CalendarDate
  readonly startTime: WallTime
  readonly endTime: WallTime | null
}

/** A dinner that has a table while an event takes place. */
export type OverlappingDinner = {
  readonly id: string
  readonly guestName: string
  readonly guestCount: number
  readonly endsAt: Date
  readonly tables: readonly { readonly tableNumber: number; readonly priceCents: Cents }[]
}

/** Somebody who comes to a night. */
export type NightGuest = {
  readonly id: string
  readonly tableNumber: number | null
  readonly location: Zone | null
  readonly guestName: string
  readonly guestPhone: string | null
  readonly guestCount: number
  readonly status: ReservationStatus
  readonly paymentStatus: PaymentStatus
  readonly entryCode: string
  /** The part of the price that is still to be paid at the venue. */
  readonly dueCents: Cents
  /** Each with the content its guest gave for it. */
  readonly packages: readonly Omit<PackageContent, 'key'>[]
  readonly specialRequests: string | null
}
