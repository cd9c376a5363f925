import type { Zone } from '#features/venue/schema.ts'
import type { PackageContent } from '#features/reservations/package-contents/schema.ts'
import type { Cents } from '#lib/money.ts'
import type { CalendarDate, WallTime } from '#lib/venue-time.ts'

export type ReservationStatus = 'pending' | 'confirmed' | 'cancelled' | 'completed'
export type CancelReason = 'hold_expired' | 'guest' | 'staff' | 'payment_failed'
export type PaymentStatus = 'none' | 'pending' | 'paid' | 'failed' | 'refunded' | 'partly_refunded'

/** How a reservation came to be: by the guest on the website, or by staff for one who called or walked in. */
export type ReservationSource = 'website' | 'phone' | 'walk_in'

export type ReservationLine = {
  readonly kind: 'table' | 'package'
  readonly packageKey: 'birthday_shoutout' | 'screen_display' | null
  readonly label: string
  readonly amountCents: Cents
}

/** A table of a night, as its guest and the door see it. */
export type NightReservation = {
  readonly id: string
  readonly entryCode: string
  readonly status: ReservationStatus
  readonly cancelReason: CancelReason | null
  readonly paymentStatus: PaymentStatus
  readonly startsAt: Date
  readonly endsAt: Date
  readonly guestName: string
  readonly guestEmail: string
  readonly guestPhone: string | null
  readonly guestCount: number
  readonly specialRequests: string | null
  readonly totalCents: Cents
  /** The reason of the closed day that its service was cancelled for; null where it was not. */
  readonly closedBecause: string | null
  /** How much of the money staff decided to keep when it was cancelled. */
  readonly keptCents: Cents
  readonly lines: readonly ReservationLine[]
  /** Its packages, with the content given for them. */
  readonly packages: readonly PackageContent[]
  readonly createdAt: Date
  readonly event: {
    readonly id: string
    readonly slug: string
    readonly title: string
    readonly date: CalendarDate
    readonly startTime: WallTime
    readonly endTime: WallTime | null
    /** As displayed; the cover at the door is read from it. */
    readonly price: string
  }
  readonly table: { readonly number: number; readonly zone: Zone }
}
