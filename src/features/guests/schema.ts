import * as z from 'zod/mini'
import { GUEST_TAGS, type GuestFacts } from '#features/reservations/guest-facts/schema.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import type { Cents } from '#lib/money.ts'
import type { CalendarDate } from '#lib/venue-time.ts'

export const GUEST_SORTS = ['recent', 'next', 'name', 'visits', 'no_shows', 'spend'] as const
export type GuestSort = (typeof GUEST_SORTS)[number]

export const GUEST_FILTERS = [...GUEST_TAGS, 'allergy', 'blocked'] as const
export type GuestFilter = (typeof GUEST_FILTERS)[number]

export type GuestQuery = {
  readonly search: string
  readonly filter: GuestFilter | null
  readonly sort: GuestSort
  /** Number of guests on the pages before. */
  readonly offset: number
}

export const MAX_GUEST = { name: 120, allergies: 500, note: 4000, reason: 500 } as const

/** `version` is the version that the editor read; another stored one is a conflict. */
export const guestForm = z.strictObject({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please enter a name.'),
      z.maxLength(MAX_GUEST.name, `Please keep the name under ${MAX_GUEST.name} characters.`),
    ),
  tags: z.array(z.enum(GUEST_TAGS)),
  allergies: z
    .string()
    .check(
      z.trim(),
      z.maxLength(MAX_GUEST.allergies, `Please keep allergies under ${MAX_GUEST.allergies} characters.`),
    ),
  note: z
    .string()
    .check(z.trim(), z.maxLength(MAX_GUEST.note, `Please keep the note under ${MAX_GUEST.note} characters.`)),
  version: z.int(),
})
export type GuestForm = z.output<typeof guestForm>

/** A null reason lifts the block. */
export const blockForm = z.strictObject({
  reason: z.nullable(
    z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Please enter the reason. Only staff read it.'),
        z.maxLength(MAX_GUEST.reason, `Please keep the reason under ${MAX_GUEST.reason} characters.`),
      ),
  ),
  version: z.int(),
})
export type BlockForm = z.output<typeof blockForm>

export const mergeForm = z.strictObject({ otherId: z.uuid() })
export const undoMergeForm = z.strictObject({ mergeId: z.uuid() })

/** Result of a reservation. `none`: a hold that lapsed, a payment that failed, a request without an answer. */
export type Outcome = 'visit' | 'no_show' | 'cancelled' | 'upcoming' | 'none'

/** Figures over the reservations of a guest. */
export type GuestFigures = {
  readonly visits: number
  /** Visits by kind. */
  readonly nights: number
  readonly dinners: number
  readonly noShows: number
  readonly cancelled: number
  /** Received less refunded less lost in disputes. Null for a role that may not see payments. */
  readonly spendCents: Cents | null
  readonly lastVisit: CalendarDate | null
  readonly nextBooking: CalendarDate | null
}

/** A row of the book of guests. */
export type GuestEntry = GuestFacts &
  GuestFigures & {
    readonly id: string
    readonly phone: string | null
    /** Masked for a role that may not read contact data. */
    readonly email: string | null
  }

export type GuestPage = { readonly items: readonly GuestEntry[]; readonly next: number | null }

export type GuestReservation = {
  readonly id: string
  readonly type: 'dining' | 'nightlife'
  readonly status: ReservationStatus
  readonly outcome: Outcome
  readonly date: CalendarDate
  readonly startsAt: string
  readonly eventTitle: string | null
  readonly guestName: string
  readonly guestCount: number
  readonly tableNumber: number | null
  readonly spendCents: Cents | null
}

/** An inquiry or a table request with a contact of the guest. */
export type GuestRequest = {
  readonly id: string
  readonly kind: 'inquiry' | 'table_request'
  readonly status: string
  readonly createdAt: string
}

export type GuestName = { readonly id: string; readonly name: string }

export type GuestDetails = GuestEntry & {
  readonly phones: readonly string[]
  readonly emails: readonly string[]
  readonly blockedAt: string | null
  readonly blockedBy: string | null
  readonly editedBy: string | null
  readonly version: number
  readonly reservations: readonly GuestReservation[]
  readonly requests: readonly GuestRequest[]
  /** Guests with a phone number or address that a reservation of this guest has, too. */
  readonly alike: readonly GuestName[]
  readonly merged: readonly GuestName[]
}
