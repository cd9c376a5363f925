import * as z from 'zod/mini'
import { count, email, line, MAX, optional, phone } from '#lib/forms/fields.ts'
import { shapeOf, version } from '#lib/forms/shapes.ts'
import type { CalendarDate, WallTime } from '#lib/venue-time.ts'
import type { PartyGuest } from '#features/reservations/guest-facts/schema.ts'
import type { ListTerms } from '#features/guest-lists/schema.ts'

/** Guests of one entry, the named one included: the limit of the column. */
export const MAX_ENTRY_GUESTS = 30

export type EntrySource = 'staff' | 'self'

/** A name on a guest list. */
export type ListEntry = {
  readonly id: string
  readonly listId: string
  readonly guestName: string
  /** The named guest and those who come along. */
  readonly guestCount: number
  /** For display: `(972) 555-0142`. */
  readonly guestPhone: string | null
  readonly guestEmail: string | null
  readonly entryCode: string
  /** Added by staff, or by the guest on the public page. */
  readonly source: EntrySource
  readonly note: string
  readonly removedAt: string | null
  readonly createdAt: string
  readonly version: number
}

/** An entry with the list and the night it is for, as it is expected at the entrance. */
export type ExpectedEntry = Omit<ListEntry, 'removedAt' | 'createdAt'> &
  ListTerms & {
    readonly listName: string
    readonly promoter: string
    readonly eventId: string
    readonly eventTitle: string
    readonly eventPrice: string
    readonly date: CalendarDate
    /** Code of the list's public address. */
    readonly listCode: string
    readonly startTime: WallTime
    readonly endTime: WallTime | null
    readonly startsAt: Date
    readonly endsAt: Date
    readonly removedAt: Date | null
  }

/** An entry on the list of its night, with the guest of the book who has its phone number or address. */
export type EntryOfNight = ExpectedEntry & { readonly guest: PartyGuest | null }

const MAX_TYPED = 20_000

/** Names as staff type them, one guest a line: `Ama Mensah +3`. */
export const entryLinesForm = z.strictObject({
  lines: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please enter a name, such as Ama Mensah +3.'),
      z.maxLength(MAX_TYPED, 'Please paste fewer names at a time, at most 20,000 characters.'),
    ),
})
export type EntryLinesForm = z.output<typeof entryLinesForm>

/** Result of typed lines: the added entries, and the refused lines, each with its reason. */
export type AddedEntries = {
  readonly added: readonly ListEntry[]
  readonly refused: readonly { readonly line: string; readonly text: string }[]
}

export const NAME_RULES = line({
  what: 'the name',
  max: MAX.name,
  missing: 'Please enter the name of the guest.',
})
const GUESTS_TEXT = `An entry is for 1 to ${MAX_ENTRY_GUESTS} guests.`
export const GUESTS_RULES = count({
  missing: GUESTS_TEXT,
  min: 1,
  max: MAX_ENTRY_GUESTS,
  tooFew: GUESTS_TEXT,
  tooMany: GUESTS_TEXT,
})

export const entryEdit = z.strictObject({
  version,
  guestName: shapeOf(NAME_RULES),
  guestCount: shapeOf(GUESTS_RULES),
  guestPhone: shapeOf(optional(phone())),
  guestEmail: shapeOf(optional(email())),
  note: z.string().check(z.trim(), z.maxLength(500, 'Please keep the note under 500 characters.')),
  /** The guest told staff that texts about this entry are welcome. */
  agreesToTexts: z.optional(z.boolean()),
})
export type EntryEdit = z.output<typeof entryEdit>

export const entryRemoval = z.strictObject({ isRemoved: z.boolean() })
