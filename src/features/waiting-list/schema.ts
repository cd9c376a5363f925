import type { Zone } from '#features/venue/schema.ts'
import type { Cents } from '#lib/money.ts'
import type { CalendarDate, WallTime } from '#lib/venue-time.ts'

/** Name of the form that joins the line of a night. */
export const NIGHT_FORM = 'waiting-night'

/** Id of the form's heading. A link to it opens the section, wherever the section is folded. */
export const NIGHT_FORM_TITLE = `${NIGHT_FORM}-title`

/**
 * `lapsed`: the offer was not accepted in time. `left`: by the guest. `removed`: by staff. `called_off`: the night or the dinner
 * does not take place. The last six are final.
 */
export type WaitingStatus =
  | 'waiting'
  | 'offered'
  | 'accepted'
  | 'declined'
  | 'lapsed'
  | 'left'
  | 'removed'
  | 'called_off'

/** The line that a party stands in: for a table of a night, or for one dinner time. */
export type Line =
  | { readonly kind: 'night'; readonly eventId: string }
  | { readonly kind: 'dinner'; readonly date: CalendarDate; readonly time: WallTime }

export type NightFacts = {
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly date: CalendarDate
  readonly startTime: WallTime
  readonly endTime: WallTime | null
  readonly startsAt: Date
  /** Cover as the event's page shows it: `$25`. */
  readonly price: string
}

/** The latest offer to a party: a table or a dinner that is held for it. */
export type Offer = {
  readonly reservationId: string
  readonly heldUntil: Date | null
  /** The guest is on the payment page. */
  readonly isPaying: boolean
  readonly tableId: string | null
  readonly tableNumber: number | null
  readonly zone: Zone | null
  readonly totalCents: Cents
  /** Least amount that the party spends at the table on the night; null where none is set, and of a dinner. */
  readonly minimumSpendCents: Cents | null
}

export type WaitingEntry = Joiner & {
  readonly id: string
  readonly seq: string
  readonly status: WaitingStatus
  readonly guestName: string
  readonly guestEmail: string
  readonly guestPhone: string
  readonly guestCount: number
  readonly zone: Zone | null
  readonly createdAt: Date
  readonly businessDate: CalendarDate
  /** The date before the night was moved; null where it was not. */
  readonly movedFrom: CalendarDate | null
  /** Set for a dinner. */
  readonly dinnerAt: Date | null
  /** Neither the night is deleted, nor everything on its day cancelled; for a dinner, the restaurant opens on its day. */
  readonly takesPlace: boolean
  /** Set for a night. */
  readonly night: NightFacts | null
  /** End of the night, or begin of the dinner: from then on no table is offered. */
  readonly endsAt: Date
  readonly offer: Offer | null
  /** Until then staff can take back an offer that they made; null for other offers. */
  readonly offerUndoUntil: Date | null
  /** Staff remove the party then, and can undo that until then. */
  readonly removalAt: Date | null
}

/** Keyed hashes of the client that joined; null where it is not known. */
type Joiner = {
  readonly joinerBrowser: string | null
  readonly joinerAddress: string | null
  readonly joinerNetwork: string | null
}

/** A party in line, as offers are decided by. */
export type WaitingParty = Joiner & {
  readonly id: string
  readonly guestName: string
  readonly guestEmail: string
  readonly guestPhone: string
  readonly guestCount: number
  readonly zone: Zone | null
  readonly removalAt: Date | null
}
