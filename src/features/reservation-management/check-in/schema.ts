import * as z from 'zod/mini'
import type { Party, NightList } from '#features/reservation-management/tonight/schema.ts'
import type { CoverNight } from '#features/reservation-management/arrivals/cover/schema.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import type { EntryKey, EntryToken } from '#lib/entry-token.ts'
import type { Cents } from '#lib/money.ts'
import type { CalendarDate } from '#lib/venue-time.ts'

/** A party as a device at the entrance stores it: no email, no notes, and the end of the phone number only. */
export type ExpectedParty = Pick<
  Party,
  | 'id'
  | 'type'
  | 'status'
  | 'startsAt'
  | 'leftAt'
  | 'tableNumbers'
  | 'guestName'
  | 'guestCount'
  | 'entryCode'
  | 'eventTitle'
  | 'tags'
  | 'dueCents'
  | 'cover'
  | 'events'
> & {
  /** Missing on a list that an older version stored. */
  readonly endsAt?: string
  /** Missing in the same way. */
  readonly isHeld?: boolean
  /** Friends with codes of their own; missing on a list that an older version stored. */
  readonly shares?: Party['shares']
  /** Bookings that were merged into it; missing in the same way. */
  readonly merged?: Party['merged']
  /** The guest list of an entry, and what its guests pay; null for a reservation. */
  readonly list: Pick<NonNullable<Party['list']>, 'name' | 'terms'> | null
  /** The guest is blocked; missing on a list of an older version. The reason stays in the book of guests. */
  readonly isBlocked?: boolean
  /** The last four digits, by which guests of one name are told apart. */
  readonly phoneEnd: string | null
}

/** Everything that a device needs to check guests in without a network. */
export type Snapshot = NightList<ExpectedParty> & {
  readonly venueName: string
  /** The events of the night, each with the price of its cover; free ones are left out. */
  readonly coverNights: readonly CoverNight[]
  /** The venue's reduced price of cover; 0 where it has none. */
  readonly reducedCoverCents: Cents
  /** Ids of the counts of walk-ins by this account, by which the device knows its own. */
  readonly ownCounts: readonly string[]
  /** The night is closed: it has no parties any more, and the device deletes its list. */
  readonly isClosed: boolean
  readonly keys: readonly EntryKey[]
  readonly staff: { readonly id: string; readonly name: string }
  /** Names the session without giving it away. The device's key and data end with it. */
  readonly sessionId: string
}

/** The kind of record that the id of a token belongs to, by the page of its link. */
export type CodeOwner = 'reservation' | 'entry' | 'share'

/** A scanned or typed text, as far as it can be read without the list. */
export type Scanned =
  | {
      readonly kind: 'token'
      readonly of: CodeOwner
      readonly token: EntryToken
      /** `unchecked` in a browser that cannot verify signatures, `unknown_key` where the list has no key of this number. */
      readonly isGenuine: boolean | 'unchecked' | 'unknown_key'
    }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'old_link'; readonly token: string }
  | { readonly kind: 'other_link'; readonly host: string }
  | { readonly kind: 'too_long'; readonly length: number }
  | { readonly kind: 'text'; readonly text: string }

/** Result of a check: its look and text, and whether guests enter at one tap, after a question, or not. */
export type Verdict = {
  readonly kind:
    | 'come_in'
    | 'due'
    | 'unconfirmed'
    | 'here_already'
    | 'left'
    | 'released'
    | 'over'
    | 'back'
    | 'cancelled'
    | 'wrong_night'
    | 'moved'
    | 'taken_back'
    | 'unchecked'
    | 'not_listed'
    | 'unknown'
    | 'no_code'
  readonly look: 'go' | 'ask' | 'stop'
  readonly title: string
  /** The friend whose code was scanned: `Ana, with Kim Obi's party`; missing for the party itself. */
  readonly friend?: string
  readonly lines: readonly string[]
  readonly partyId: string | null
  readonly admits: 'at_once' | 'after_question' | 'no'
}

/** A code that is not on tonight's list, to look it up on the server. */
export const lookupForm = z.strictObject({ text: z.string().check(z.minLength(1), z.maxLength(400)) })

/** The reservation of a code, whatever its night. */
export type FoundReservation = {
  readonly id: string
  readonly date: CalendarDate
  readonly status: ReservationStatus
  readonly isDeleted: boolean
  /** The nights from which it was moved to another one; missing for codes of friends and of guest lists. */
  readonly formerNights?: readonly CalendarDate[]
  /** The friend whose code it is; missing for the code of a party. */
  readonly shareId?: string
  /** The host took the code of this friend back; missing for the code of a party. */
  readonly isTakenBack?: boolean
  /** The reservation that it became a part of; null for all others. */
  readonly mergedInto?: {
    readonly id: string
    readonly guestName: string
    readonly tableNumbers: readonly number[]
  } | null
}
