import type { Zone } from '#features/venue/schema.ts'
import type { PackageContent } from '#features/reservations/package-contents/schema.ts'
import type { PaymentStatus, ReservationStatus } from '#features/reservations/schema.ts'
import type { Cents } from '#lib/money.ts'
import type { CalendarDate, WallTime } from '#lib/venue-time.ts'

/** Subject of a change by staff: an event, a table, or two combined tables. */
export type ChangeOfPlan =
  | { readonly eventId: string }
  | { readonly tableId: string; readonly withTableId?: string }

/** Guest whose reservation would lose its event or table through a change. */
export type AffectedGuest = {
  readonly id: string
  readonly guestName: string
  readonly guestCount: number
  readonly tableNumber: number | null
  readonly date: CalendarDate
  readonly startsAt: Date
}

/** Party that has a table and has not left it. A party at several tables is listed once for each. */
export type TableParty = {
  readonly id: string
  readonly tableId: string
  readonly guestName: string
  readonly guestCount: number
  readonly date: CalendarDate
  /** ISO text, because it is sent as JSON. */
  readonly startsAt: string
  /** A hold whose guest is paying, or an offer that is not accepted yet. */
  readonly isHeld: boolean
}

/** Date and times of an event. Without an end time it lasts until 5 AM. */
export type EventTimes = {
  readonly date: CalendarDate
  readonly startTime: WallTime
  readonly endTime: WallTime | null
}

/** Dining reservation whose table is occupied during an event. */
export type OverlappingDinner = {
  readonly id: string
  readonly guestName: string
  readonly guestCount: number
  readonly endsAt: Date
  readonly tables: readonly { readonly tableNumber: number; readonly priceCents: Cents }[]
}

/** Guest of an event, as door staff see them. */
export type NightGuest = {
  readonly id: string
  /** Numbers of all tables of the party, in their order. */
  readonly tableNumbers: readonly number[]
  readonly location: Zone | null
  readonly guestName: string
  readonly guestPhone: string | null
  readonly guestCount: number
  readonly status: ReservationStatus
  readonly paymentStatus: PaymentStatus
  readonly entryCode: string
  /** Amount still to be paid at the venue. */
  readonly dueCents: Cents
  /** Booked packages with the content the guest has sent for them. */
  readonly packages: readonly Omit<PackageContent, 'key'>[]
  readonly specialRequests: string | null
}
