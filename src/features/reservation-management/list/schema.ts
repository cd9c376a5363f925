import type { AuditLogEntry } from '#features/audit-log/schema.ts'
import type { LedgerEntry } from '#features/payments/ledger/schema.ts'
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

/** Which reservations are looked at, and in which order. */
export type ReservationQuery = {
  readonly search: string
  readonly type: ReservationType | null
  readonly status: ReservationStatus | null
  readonly eventId: string | null
  readonly sort: Sort
}

/** A reservation as it stands in the list of staff. Moments are text: it travels as JSON. */
export type ReservationEntry = {
  readonly id: string
  readonly type: ReservationType
  readonly status: ReservationStatus
  readonly paymentStatus: PaymentStatus
  readonly event: { readonly id: string; readonly title: string } | null
  readonly date: CalendarDate
  readonly startsAt: string
  readonly endsAt: string
  /** When the party left, before the end of its time. */
  readonly leftAt: string | null
  readonly timeSlot: string
  readonly tableNumbers: readonly number[]
  readonly guestName: string
  /** Masked (`o•••@example.com`) for a role that may not read contact data. */
  readonly guestEmail: string
  readonly guestPhone: string | null
  readonly guestCount: number
  readonly specialRequests: string | null
  /** The price; null for a role that sees no money, as are the other amounts but what is due. */
  readonly totalCents: Cents | null
  /** By how much comps and discounts lower the price. */
  readonly allowanceCents: Cents | null
  readonly receivedCents: Cents | null
  readonly refundedCents: Cents | null
  /** Lost in disputes, less what was won back. */
  readonly disputedCents: Cents | null
  /** What it has brought in: received less refunded less lost in disputes. */
  readonly revenueCents: Cents | null
  /** The part of the price that the guest still has to pay at the venue. */
  readonly dueCents: Cents
  /** Who wrote it down: the guest on the website, or staff for one who called or walked in. */
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
  /** The same of deleted reservations: in the figures of their nights, and in no list. */
  readonly deletedRevenueCents: Cents | null
}

/** A wish that a guest wrote with a reservation. */
export type SpecialRequest = Pick<
  ReservationEntry,
  'id' | 'guestName' | 'event' | 'date' | 'timeSlot' | 'tableNumbers' | 'status'
> & { readonly specialRequests: string }

export type RequestPage = {
  readonly items: readonly SpecialRequest[]
  /** The id that the next page is asked for with; null at the end. */
  readonly next: string | null
}

/** The events that a search of the filter finds, and whether there are more than these. */
export type EventChoices = { readonly events: readonly EventOption[]; readonly hasMore: boolean }

/** The ids of all reservations of a query, as many as can be selected at once. */
export type MatchingIds = { readonly ids: readonly string[]; readonly hasMore: boolean }

export type EventOption = { readonly id: string; readonly title: string; readonly date: CalendarDate }

/** How many reservations of one kind there are. */
export type Counter = {
  readonly type: ReservationType
  readonly status: ReservationStatus
  readonly count: number
}

/** One attempt to pay, and what became of it. */
export type BookPayment = {
  readonly id: string
  readonly provider: string
  readonly status: string
  readonly amountCents: Cents
  readonly receivedCents: Cents
  readonly at: string
}

export type BookRefund = {
  readonly id: string
  readonly status: string
  readonly reason: string
  readonly note: string | null
  readonly failure: string | null
  readonly amountCents: Cents
  readonly at: string
}

/** A line of the price, without its amount for a role that sees no money. */
export type BookLine = Omit<ReservationLine, 'amountCents'> & { readonly amountCents: Cents | null }

/** All that is known of one reservation. */
export type ReservationFullDetails = ReservationEntry & {
  readonly tableId: string | null
  readonly cancelReason: CancelReason | null
  /** When it was deleted: it stands in no list, and its money can still go back. */
  readonly deletedAt: string | null
  readonly entryCode: string
  readonly staffNote: string
  /** What was noted about the payment when staff wrote the reservation down. */
  readonly paymentNote: string | null
  /** How much of a cancelled reservation's money staff decided to keep, and why. */
  readonly keptCents: Cents | null
  readonly keptReason: string | null
  /** `$125 (5 of 6 pay $25)`: the cover due at the door; null on a free night and for a dinner. */
  readonly coverDue: string | null
  readonly lines: readonly BookLine[]
  /** Every movement of its money, in the order of writing; none for a role that sees no money. */
  readonly ledger: readonly LedgerEntry[]
  /** What of it can be given back by the provider, and what in all; null for a role that sees no money. */
  readonly refundable: { readonly onlineCents: Cents; readonly openCents: Cents } | null
  /** The most that can be taken at the venue. */
  readonly payableCents: Cents
  /** Its packages, with the content its guest gave for them. */
  readonly packages: readonly PackageContent[]
  readonly payments: readonly BookPayment[]
  readonly refunds: readonly BookRefund[]
  readonly history: readonly AuditLogEntry[]
}
