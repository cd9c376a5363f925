import type { Cents } from '#lib/money.ts'
import type { CalendarDate } from '#lib/venue-time.ts'

/** Kinds of the lines of a reservation. Cover is no part of its price: it has kinds of its own. */
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

/** Methods of a payment at the venue. */
export const VENUE_METHODS = ['cash', 'card'] as const
export type VenueMethod = (typeof VENUE_METHODS)[number]
export type MoneyMethod = 'online' | VenueMethod

/** Kinds of ledger line by which staff lower the amount due. */
export const ALLOWANCES = ['comp', 'discount'] as const
export type AllowanceKind = (typeof ALLOWANCES)[number]

/** Kinds of cover: the price of the night, a reduced price, free by the terms of a guest list, and waived by staff. */
export const COVER_KINDS = ['full', 'reduced', 'guest_list', 'comp'] as const
export type CoverKind = (typeof COVER_KINDS)[number]

/** Ledger line as shown to staff in the details of its reservation. */
export type LedgerEntry = {
  readonly id: string
  readonly kind: LineKind
  /** Null for a comp or a discount: no money moves. */
  readonly method: MoneyMethod | null
  /** Positive: received by the venue. Negative: paid out. */
  readonly amountCents: Cents
  /** Cents by which a comp or a discount lowers the amount due; negative for its reversal. */
  readonly allowanceCents: Cents
  readonly night: CalendarDate
  readonly movedAt: string
  readonly actorName: string | null
  readonly reason: string | null
  /** Only a payment at the venue, a comp or a discount that was not reversed yet. */
  readonly isCorrectable: boolean
}

/** Sums of the ledger lines of one reservation, beside its price. A trigger updates them with every line. */
export type MoneyState = {
  readonly totalCents: Cents
  readonly allowanceCents: Cents
  readonly receivedCents: Cents
  readonly refundedCents: Cents
  /** Lost in disputes, less the amounts won back. */
  readonly disputedCents: Cents
  /** Part of the refunds that was made because the price fell. */
  readonly priceRefundedCents: Cents
}

/**
 * "For the night of": ledger lines grouped by the business date of their reservation, on whatever day the money moved.
 */
export type NightMoney = {
  readonly date: CalendarDate
  readonly receivedCents: Cents
  readonly refundedCents: Cents
  readonly disputedCents: Cents
  /** Cover taken at the entrance, less what was taken back. */
  readonly coverCents: Cents
  /** Arrived with a reservation that was moved here from another night; negative where it left. */
  readonly transferredCents: Cents
  /** Comps and discounts, comps of cover with them: what was not asked for. No money moves. */
  readonly waivedCents: Cents
  /** Sum of all ledger lines of the night: received and cover, less refunded and lost, plus transfers. */
  readonly keptCents: Cents
  /** The part that moved on the business date of the night. */
  readonly thatDayCents: Cents
  /** The part that moved on an earlier or later date. */
  readonly otherDaysCents: Cents
}

/** Comps or discounts of one reservation of a night; from another night where it was moved. */
export type AllowanceFigure = {
  readonly date: CalendarDate
  readonly kind: LineKind
  /** Number of ledger lines, without those that were taken back and those that did so. */
  readonly count: number
  readonly cents: Cents
}

/** "Moved on": ledger lines grouped by the business date on which the money moved, for whatever night. */
export type DayMoney = {
  readonly date: CalendarDate
  readonly payments: number
  readonly receivedCents: Cents
  readonly refundedCents: Cents
  readonly disputedCents: Cents
  /** Cover taken at the entrance, less what was taken back. */
  readonly coverCents: Cents
  /** Sum of all ledger lines that moved on the date. */
  readonly netCents: Cents
  readonly onlineCents: Cents
  readonly cashCents: Cents
  readonly cardCents: Cents
  /** The part that was for the night of that date. */
  readonly thatNightCents: Cents
  /** The part that was for earlier or later nights. */
  readonly otherNightsCents: Cents
}

/** Cover of a night, of one kind and method, less what was taken back. The method is null where no money moved. */
export type CoverFigure = {
  readonly date: CalendarDate
  readonly kind: CoverKind
  readonly method: VenueMethod | null
  readonly guests: number
  readonly amountCents: Cents
  /** Amount that guests who were comped would have paid. */
  readonly waivedCents: Cents
}

/** Both groupings of the ledger over the same dates, and the cover of each night by kind and method. */
export type MoneyByDate = {
  readonly nights: readonly NightMoney[]
  readonly days: readonly DayMoney[]
  readonly cover: readonly CoverFigure[]
}
