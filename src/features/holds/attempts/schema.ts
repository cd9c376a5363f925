import type { PackageKey } from '#features/reservations/package-contents/schema.ts'
import type { Hold, HoldRefusal } from '../schema.ts'

export type HoldAttempt = {
  readonly eventId: string
  readonly tableId: string
  readonly key: string
  readonly guestName: string
  readonly guestEmail: string
  readonly guestPhone: string
  readonly guestCount: number
  readonly specialRequests: string
  readonly packages: readonly PackageKey[]
  readonly shownTotalCents: number
  /** Keyed hashes of the client's browser cookie, IP address and, for IPv6, /48 network. For an offer, those of the guest who joined the line. */
  readonly browser: string | null
  readonly address: string | null
  readonly network: string | null
  /** Entry of the waiting list that the hold is an offer to. Limits of guests and a sold-out night do not refuse it. */
  readonly waitingEntryId?: string
  /** End of the hold. Without it, a hold lasts as long as the settings say. */
  readonly heldUntil?: Date
  /** Dinner whose guest keeps its table for the night. */
  readonly dinnerId?: string
}

export type Verdict =
  | 'held'
  | 'mine'
  | Exclude<HoldRefusal, 'unknown_event' | 'unknown_table' | 'already_confirmed' | 'payment_processing'>

export type AttemptResult = {
  readonly verdict: Verdict
  readonly maxGuests: number
  /** Minutes until a guest who exceeds a limit may try again; null where waiting does not help. */
  readonly waitMinutes: number | null
  readonly hold: Hold | null
}

export type LimitQuery = Pick<
  HoldAttempt,
  'eventId' | 'guestEmail' | 'guestPhone' | 'browser' | 'address' | 'network'
>
