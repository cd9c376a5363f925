import type { AuditLogEntry } from '#features/audit-log/schema.ts'
import type { MessageHistory } from '#features/emails/history/schema.ts'
import type { LedgerEntry } from '#features/payments/ledger/schema.ts'
import type { Attendance } from '#features/reservation-management/arrivals/schema.ts'
import type {
  CancelReason,
  PaymentStatus,
  ReservationLine,
  ReservationSource,
  ReservationStatus,
} from '#features/reservations/schema.ts'
import type { PackageContent } from '#features/reservations/package-contents/schema.ts'
import type { Cents } from '#lib/money.ts'
import type { CalendarDate } from '#lib/venue-time.ts'

export const RESERVATION_TYPES = ['dining', 'nightlife'] as const
export type ReservationType = (typeof RESERVATION_TYPES)[number]

export const RESERVATION_STATUSES = [
  'pending',
  'confirmed',
  'cancelled',
  'completed',
] as const satisfies readonly ReservationStatus[]

export const SORTS = ['newest', 'oldest', 'soonest', 'latest', 'name', 'total'] as const
export type Sort = (typeof SORTS)[number]

/** Filters and sort order of the list. */
export type ReservationQuery = {
  readonly search: string
  readonly type: ReservationType | null
  readonly status: ReservationStatus | null
  readonly eventId: string | null
  /** Business date; null for all dates. */
  readonly date: CalendarDate | null
  readonly sort: Sort
}

/** A row of the reservation list. Times are ISO text, because it is sent as JSON. */
export type ReservationEntry = {
  readonly id: string
  readonly type: ReservationType
  readonly status: ReservationStatus
  readonly paymentStatus: PaymentStatus
  readonly event: { readonly id: string; readonly title: string } | null
  readonly date: CalendarDate
  readonly startsAt: string
  readonly endsAt: string
  /** Time at which the party left before the end of its turn time. */
  readonly leftAt: string | null
  readonly timeSlot: string
  readonly tableNumbers: readonly number[]
  readonly guestName: string
  /** Masked (`o•••@example.com`) for a role that may not read contact data. */
  readonly guestEmail: string
  readonly guestPhone: string | null
  readonly guestCount: number
  readonly specialRequests: string | null
  /** The price. Null, like all amounts except the due one, for a role that may not see payments. */
  readonly totalCents: Cents | null
  /** Comps and discounts, subtracted from the price. */
  readonly allowanceCents: Cents | null
  readonly receivedCents: Cents | null
  readonly refundedCents: Cents | null
  /** Lost in disputes, less what was won back. */
  readonly disputedCents: Cents | null
  /** Received less refunded less lost in disputes. */
  readonly revenueCents: Cents | null
  /** The part of the price that the guest still has to pay at the venue. */
  readonly dueCents: Cents
  /** Whether it is cancelled while money of it is still here that is neither refunded nor kept by decision. */
  readonly isToGiveBack: boolean
  /** Entered by the guest on the website, or by staff for a phone call or a walk-in. */
  readonly source: ReservationSource
  readonly createdAt: string
}

export type ReservationListPage = {
  readonly items: readonly ReservationEntry[]
  /** The id that the next page is asked for with; null at the end. */
  readonly next: string | null
}

/** The cards above the list. */
export type ReservationListSummary = {
  readonly total: number
  readonly dining: number
  readonly nightlife: number
  readonly confirmed: number
  readonly pending: number
  /**
   * "For the night of", over the reservations shown: received less refunded less lost in disputes. Null for a role that
   * sees no money.
   */
  readonly revenueCents: Cents | null
  /** The same for deleted reservations: part of the revenue of their nights, but in no list. */
  readonly deletedRevenueCents: Cents | null
  /**
   * Cover of the night that the list shows, which belongs to no reservation: with it the revenue is the money for that night.
   * Null where the list does not show one night as a whole, and for a role that sees no money.
   */
  readonly coverCents: Cents | null
  /** False for a search that finds more than are counted: the numbers are those of a part. */
  readonly isWhole: boolean
}

/** A special request with its reservation. */
export type SpecialRequest = Pick<
  ReservationEntry,
  'id' | 'guestName' | 'event' | 'date' | 'timeSlot' | 'tableNumbers' | 'status'
> & { readonly specialRequests: string }

export type RequestPage = {
  readonly items: readonly SpecialRequest[]
  /** The id that the next page is asked for with; null at the end. */
  readonly next: string | null
}

/** Events that match a search in the filter, and whether there are more. */
export type EventChoices = { readonly events: readonly EventOption[]; readonly hasMore: boolean }

/** Ids of the reservations that match a query, up to the selection limit. */
export type MatchingIds = { readonly ids: readonly string[]; readonly hasMore: boolean }

export type EventOption = { readonly id: string; readonly title: string; readonly date: CalendarDate }

/** Number of reservations of one type and status. */
export type Counter = {
  readonly type: ReservationType
  readonly status: ReservationStatus
  readonly count: number
  /** Received less refunded less lost in disputes. */
  readonly earnedCents: Cents
}

/** A checkout with its state and received amount. */
export type PaymentDetails = {
  readonly id: string
  readonly provider: string
  readonly status: string
  readonly amountCents: Cents
  readonly receivedCents: Cents
  readonly at: string
}

export type RefundDetails = {
  readonly id: string
  readonly status: string
  readonly reason: string
  readonly note: string | null
  readonly failure: string | null
  readonly amountCents: Cents
  readonly at: string
}

/** A price line; its amount is null for a role that may not see payments. */
export type PriceLine = Omit<ReservationLine, 'amountCents'> & { readonly amountCents: Cents | null }

/** A guest's word after the visit. */
export type VisitFeedback = {
  readonly rating: number
  readonly comment: string
  /** ISO text. */
  readonly givenAt: string
}

/** The other reservation of an evening: `dinner at 7:00 PM at table 4`. */
export type EveningOther = { readonly id: string; readonly status: ReservationStatus; readonly text: string }

/** A reservation with its ledger, payments, packages and audit log. */
export type ReservationFullDetails = ReservationEntry & {
  readonly tableId: string | null
  /** The guest of the book whom it belongs to; null without a phone number and an email address. */
  readonly guestId: string | null
  readonly cancelReason: CancelReason | null
  /** Time of deletion. A deleted reservation is in no list but can still be refunded. */
  readonly deletedAt: string | null
  /** Time at which the guest answered a reminder that they come; null without an answer. */
  readonly confirmedAt: string | null
  /** The reservation that it was merged into. */
  readonly mergedInto: { readonly id: string; readonly guestName: string } | null
  readonly feedback: VisitFeedback | null
  /** The dinner or night of the same guest that evening; null without one. */
  readonly evening: EveningOther | null
  readonly entryCode: string
  readonly staffNote: string
  /** Payment note that staff entered with the reservation. */
  readonly paymentNote: string | null
  /** Part of a cancelled reservation's received amount that staff decided not to refund, and the reason. */
  readonly keptCents: Cents | null
  readonly keptReason: string | null
  /** Part of the received amount that the guest keeps as a credit, and its last day. */
  readonly creditCents: Cents | null
  readonly creditUntil: CalendarDate | null
  /** `$125 (5 of 6 pay $25)`: the cover due at the door; null on a free night and for a dinner. */
  readonly coverDue: string | null
  /** `3 full, 1 comp`: guests whose cover was recorded; null without any. */
  readonly coverTaken: string | null
  /** The arrivals on its night. */
  readonly attendance: Attendance
  readonly lines: readonly PriceLine[]
  /** Ledger lines in the order of writing; empty for a role that may not see payments. */
  readonly ledger: readonly LedgerEntry[]
  /** Amount that the provider can refund, and the whole remaining amount; null for a role that may not see payments. */
  readonly refundable: { readonly onlineCents: Cents; readonly openCents: Cents } | null
  /** Whether its table is only held, for a guest who has not paid or a party of the waiting list: no money is taken for it. */
  readonly isHeld: boolean
  /** Upper limit of a payment at the venue. */
  readonly payableCents: Cents
  /** Packages with the content that the guest entered for them. */
  readonly packages: readonly PackageContent[]
  readonly payments: readonly PaymentDetails[]
  readonly refunds: readonly RefundDetails[]
  readonly history: readonly AuditLogEntry[]
  /** Emails and texts to the guest. */
  readonly messages: MessageHistory
}
