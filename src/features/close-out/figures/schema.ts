import type { AccountFigures } from '#features/payments/provider-account/schema.ts'
import type { PromoterCounts } from '#features/reservation-management/list/figures/schema.ts'
import type { BookedNight } from '#features/reservation-management/tonight/schema.ts'
import type { Cents } from '#lib/money.ts'

/** Bookings of a night. */
export type NightBookings = BookedNight & { readonly tablesSold: number }

/** Key figures of a night. */
export type NightSummary = NightBookings & {
  /** Guests who came, each of a party once: parties, guest lists, and people without a booking. */
  readonly came: number
  /** Parties marked as no-shows. */
  readonly noShows: number
  /** Sum of the ledger lines for the night. */
  readonly keptCents: Cents
}

/** One line of a breakdown. */
export type Share = { readonly label: string; readonly count: number; readonly cents: Cents }

/** Guests who came for the first time within a quarter of an hour. */
export type QuarterHour = { readonly at: string; readonly guests: number }

/** All figures of a night. Stored as JSON with the lock, so it holds no name of a guest. */
export type NightReport = {
  readonly summary: NightSummary
  readonly events: readonly string[]
  readonly tablesForSale: number
  readonly arrivals: readonly QuarterHour[]
  readonly money: {
    readonly receivedCents: Cents
    readonly refundedCents: Cents
    readonly disputedCents: Cents
    readonly coverCents: Cents
    /** Came with reservations that were moved here from other nights; negative where it left. */
    readonly transferredCents: Cents
    readonly keptCents: Cents
  }
  /** Four ways to divide what was kept for the night. Each adds up to `money.keptCents`. */
  readonly byZone: readonly Share[]
  readonly byTable: readonly Share[]
  readonly byMethod: readonly Share[]
  readonly byPackage: readonly Share[]
  /** Cover taken at the entrance, by kind. */
  readonly cover: readonly Share[]
  /** Comps, discounts and comps of cover: what was not asked for. */
  readonly allowances: readonly Share[]
  /** Money of parties that did not come: `count` parties left `cents` behind. */
  readonly noShows: Omit<Share, 'label'>
  readonly cancelled: Omit<Share, 'label'>
  readonly promoters: readonly PromoterCounts[]
  /** "Moved on" the date, for whatever night: what the cash drawer and the card terminal should say. */
  readonly movedCashCents: Cents
  readonly movedCardCents: Cents
  readonly movedOnlineCents: Cents
  /**
   * The online money of the night by the ledger and by the account at the provider; null where an earlier version locked the
   * night.
   */
  readonly account: AccountFigures | null
  /** Only of nights that were locked by an earlier version: online payments of the date by the ledger and by the provider. */
  readonly provider?: { readonly bookedCents: Cents; readonly providerCents: Cents } | null
}

/** Averages of earlier nights of the same weekday. */
export type Comparison = {
  readonly weekBefore: NightSummary | null
  /** Mean of those of the last four that had guests or money. */
  readonly mean: Omit<NightSummary, 'date'> | null
  readonly meanOf: number
}
