import type { Cents } from '#lib/money.ts'
import type { CalendarDate } from '#lib/venue-time.ts'

export type LineKind =
  | 'payment'
  | 'payment_reversed'
  | 'refund'
  | 'refund_reversed'
  | 'dispute_lost'
  | 'dispute_won'
  | 'transfer'
  | 'comp'
  | 'discount'

/** How money is taken at the venue itself. */
export const VENUE_METHODS = ['cash', 'card'] as const
export type VenueMethod = (typeof VENUE_METHODS)[number]
export type MoneyMethod = 'online' | VenueMethod

/** How staff lower what is due. */
export const ALLOWANCES = ['comp', 'discount'] as const
export type AllowanceKind = (typeof ALLOWANCES)[number]

/** One line of the ledger, as staff read it on the reservation it belongs to. */
export type LedgerEntry = {
  readonly id: string
  readonly kind: LineKind
  /** Null for a comp or a discount, which are no money. */
  readonly method: MoneyMethod | null
  /** Positive: into the venue's hands. Negative: out of them. */
  readonly amountCents: Cents
  /** By how much it lowers what is due. */
  readonly allowanceCents: Cents
  readonly night: CalendarDate
  readonly movedAt: string
  readonly actorName: string | null
  readonly reason: string | null
  /** Whether staff can correct it: a payment at the venue, a comp or a discount that was not taken back yet. */
  readonly isCorrectable: boolean
}

/** How the money of one reservation stands. */
export type MoneyState = {
  readonly totalCents: Cents
  readonly allowanceCents: Cents
  readonly receivedCents: Cents
  readonly refundedCents: Cents
  /** Lost in disputes, less what was won back. */
  readonly disputedCents: Cents
}

/** "For the night of": what belongs to one night, on whatever day it moved. */
export type NightMoney = {
  readonly date: CalendarDate
  readonly receivedCents: Cents
  readonly refundedCents: Cents
  readonly disputedCents: Cents
  /** Came from another night with a reservation that was moved; negative where it went to one. */
  readonly transferredCents: Cents
  /** Comps and discounts: lower what is due, and are no money. */
  readonly allowanceCents: Cents
  readonly keptCents: Cents
  /** What of it moved on the day of the night itself. */
  readonly thatDayCents: Cents
  /** What of it moved before or after. */
  readonly otherDaysCents: Cents
}

/** "Moved on": what moved on one business day, for whatever night. */
export type DayMoney = {
  readonly date: CalendarDate
  readonly payments: number
  readonly receivedCents: Cents
  readonly refundedCents: Cents
  readonly disputedCents: Cents
  readonly netCents: Cents
  readonly onlineCents: Cents
  readonly cashCents: Cents
  readonly cardCents: Cents
  /** What of it was for the night of that day. */
  readonly thatNightCents: Cents
  /** What of it was for earlier or later nights. */
  readonly otherNightsCents: Cents
}

/** Both questions over the same dates. */
export type MoneyByDate = { readonly nights: readonly NightMoney[]; readonly days: readonly DayMoney[] }

/** What the reservations shown have brought in, and what deleted ones have left behind. */
export type Revenue = { readonly shownCents: Cents; readonly deletedCents: Cents }
