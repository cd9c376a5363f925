import * as z from 'zod/mini'
import type { PartyGuest } from '#features/reservations/guest-facts/schema.ts'
import type { ArrivalEvent, MovedHeads, WalkIns } from '#features/reservation-management/arrivals/schema.ts'
import type { EntryShare } from '#features/reservation-management/entry-shares/schema.ts'
import type { PartyCover } from '#features/reservation-management/arrivals/cover/schema.ts'
import type { ReservationType } from '#features/reservation-management/list/schema.ts'
import type { ReservationSource, ReservationStatus } from '#features/reservations/schema.ts'
import type { Cents } from '#lib/money.ts'
import type { CalendarDate } from '#lib/venue-time.ts'

/** Marks of a reservation, shown beside the guest's name. */
export const TAGS = ['vip', 'regular', 'birthday', 'anniversary', 'allergy', 'access'] as const
export type Tag = (typeof TAGS)[number]

/** `seen` are the marks that the staff member saw; other stored marks are a version conflict. */
export const tagsForm = z.strictObject({ tags: z.array(z.enum(TAGS)), seen: z.array(z.enum(TAGS)) })
export type TagsForm = z.output<typeof tagsForm>

/** Kinds of party: dinners and night tables are reservations, the others are entries of guest lists. */
export type PartyType = ReservationType | 'guest_list'

/** The list of an entry, and what its guests pay: `Free until 11:00 PM`. */
export type PartyList = {
  readonly id: string
  readonly name: string
  readonly promoter: string
  readonly terms: string
}

/** A reservation that became a part of another one. */
export type MergedCode = { readonly id: string; readonly entryCode: string; readonly guestName: string }

/** A party that is expected on a date. Times are ISO text, because it is sent as JSON. */
export type Party = {
  /** Id of the reservation, or of the entry of a guest list. */
  readonly id: string
  readonly type: PartyType
  /** Of a guest list's entry: `confirmed`, or `cancelled` once it was removed. */
  readonly status: ReservationStatus
  /** Staff deleted the reservation; it is listed because guests of it came. */
  readonly isDeleted: boolean
  /** Not the guest's yet: a night table that is being paid, or a dinner offered from the waiting list. */
  readonly isHeld: boolean
  /** Held for a guest of the waiting list who has not answered yet. */
  readonly isOffered: boolean
  /** A dinner of a large party that staff have not confirmed. */
  readonly isUnanswered: boolean
  /** The dinner whose guests keep their table for this night; null for any other, and once one of the two is another guest's. */
  readonly dinnerId: string | null
  /** Moment before the night from which its table is kept for the guests of that dinner; null for any other. */
  readonly keptFrom: string | null
  readonly startsAt: string
  readonly endsAt: string
  readonly leftAt: string | null
  readonly tableId: string | null
  /** All tables of the party, the first one first. */
  readonly tableIds: readonly string[]
  readonly tableNumbers: readonly number[]
  readonly guestName: string
  readonly guestPhone: string | null
  readonly guestCount: number
  readonly entryCode: string
  /** Time at which the guest answered a reminder that they come; null without an answer. */
  readonly confirmedAt: string | null
  /** Reservations that were merged into this one: their codes let their guests in with it. */
  readonly merged: readonly MergedCode[]
  readonly eventTitle: string | null
  /** Null for an entry of a guest list. */
  readonly source: ReservationSource | null
  readonly staffNote: string
  readonly specialRequests: string | null
  /** Marks of the reservation itself. */
  readonly tags: readonly Tag[]
  /** Marks and notes that follow the guest; null where the party belongs to no guest of the book. */
  readonly guest: PartyGuest | null
  /** Names of the booked packages. */
  readonly packages: readonly string[]
  /** The part of the price that is still to be paid at the venue. */
  readonly dueCents: Cents
  /** Null for a reservation. */
  readonly list: PartyList | null
  /** Facts by which the party pays cover; null on a free night and for a dinner. */
  readonly cover: PartyCover | null
  readonly events: readonly ArrivalEvent[]
  /** Friends with codes of their own, those whose code was taken back included. */
  readonly shares: readonly EntryShare[]
}

/** The parties of a date, or those that changed since an earlier answer. */
export type NightList<P> = {
  readonly date: CalendarDate
  /** The business date of the answer. */
  readonly today: CalendarDate
  /** Time of the answer: `since` of the next request. */
  readonly at: string
  readonly isWhole: boolean
  readonly parties: readonly P[]
  /** Parties of an earlier answer that are no longer expected on the date. */
  readonly removed: readonly string[]
  /** Number of parties on the date. A client with another number asks for the whole list. */
  readonly total: number
  readonly walkIns: WalkIns
  /** Missing on a list that an older version stored. */
  readonly moved?: MovedHeads
  /** Number of people that the venue holds; 0 for no limit. */
  readonly capacity: number
}
export type Tonight = NightList<Party>

/** Reservations of a night whose guests are expected, and their guests: the covers booked. */
export type BookedNight = {
  readonly date: CalendarDate
  readonly parties: number
  readonly covers: number
}

/** A day of the calendar. */
export type CalendarDay = BookedNight & { readonly events: readonly string[] }
