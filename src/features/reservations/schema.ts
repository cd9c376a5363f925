import type { PackageContent } from '#features/reservations/package-contents/schema.ts'
import type { Cents } from '#lib/money.ts'
import type { CalendarDate, WallTime } from '#lib/venue-time.ts'

export type ReservationStatus = 'pending' | 'confirmed' | 'cancelled' | 'completed'
export type CancelReason = 'hold_expired' | 'guest' | 'staff' | 'payment_failed'
export type PaymentStatus = 'none' | 'pending' | 'paid' | 'failed' | 'refunded' | 'partly_refunded'

/** Origin of a reservation: booked on the website, or entered by staff for a phone call or a walk-in. */
export type ReservationSource = 'website' | 'phone' | 'walk_in'

/** Reason why a night takes no reservations online. */
export type OffSale = 'ended' | 'closed' | 'not_for_sale' | 'sold_out'

export type ReservationLine = {
  /** `fee`: for moving to another night. */
  readonly kind: 'table' | 'package' | 'fee'
  readonly packageKey: 'birthday_shoutout' | 'screen_display' | null
  readonly label: string
  readonly amountCents: Cents
}

export type PartyTable = {
  readonly number: number
  /** Numbers of the further tables of a large party. */
  readonly others: readonly number[]
  /** Zone of the tables; a large party can sit in two: `Floor Seating and Left Green Vip`. */
  readonly zone: string
  /** Least amount that the party spends at its tables on the night; null where none is set. */
  readonly minimumSpendCents: Cents | null
}

/** A nightlife reservation as the guest and door staff see it. */
export type NightReservation = {
  readonly id: string
  readonly entryCode: string
  readonly status: ReservationStatus
  readonly cancelReason: CancelReason | null
  readonly paymentStatus: PaymentStatus
  readonly startsAt: Date
  readonly endsAt: Date
  /** The deadline of a refund that had passed when staff moved it here from another night; null where it was not. */
  readonly refundableUntil: Date | null
  readonly guestName: string
  readonly guestEmail: string
  readonly guestPhone: string | null
  readonly guestCount: number
  /** Guests of the party who booked: of a merged one, all of them enter free. */
  readonly holderCount: number
  readonly specialRequests: string | null
  readonly totalCents: Cents
  /** Comps and discounts. */
  readonly allowanceCents: Cents
  /** Received less what was refunded because the price fell. */
  readonly paidCents: Cents
  /** Still to be paid at the venue. */
  readonly dueCents: Cents
  /** Reason of the closed day if it cancelled the event; null otherwise. */
  readonly closedBecause: string | null
  /** Amount that staff retained when the reservation was cancelled. */
  readonly keptCents: Cents
  /** The part of the received amount that the guest keeps for later changes, and its last day. */
  readonly creditCents: Cents
  readonly creditUntil: CalendarDate | null
  readonly isRefundedIfResold: boolean
  readonly lines: readonly ReservationLine[]
  /** Booked packages with the content the guest has sent for them. */
  readonly packages: readonly PackageContent[]
  readonly createdAt: Date
  /** Row version, incremented by each update. The calendar file uses it as its sequence. */
  readonly version: number
  readonly event: {
    readonly id: string
    readonly slug: string
    readonly title: string
    readonly date: CalendarDate
    readonly startTime: WallTime
    readonly endTime: WallTime | null
    /** Display text of the entry price; the cover is parsed from it. */
    readonly price: string
  }
  readonly table: PartyTable
}
