import * as z from 'zod/mini'
import { WALL_TIME } from '#lib/calendar-date.ts'
import { count, line, optional, pattern } from '#lib/forms/fields.ts'
import { shapeOf, version } from '#lib/forms/shapes.ts'
import { type Cents, isPrice, parseUsd } from '#lib/money.ts'
import type { CalendarDate, WallTime } from '#lib/venue-time.ts'

export const LIST_TERMS = ['free', 'reduced'] as const

/** Terms of a list: each guest pays `reducedCents`, or nothing where it is null. */
export type ListTerms = {
  readonly reducedCents: Cents | null
  /** Time of the night until which the terms hold; null for the whole night. */
  readonly untilTime: WallTime | null
}

/** Facts of a list that decide whether guests can still put themselves on it. */
export type ListFacts = ListTerms & {
  readonly isOpen: boolean
  readonly guests: number
  readonly maxGuests: number
  /** Night of its event. */
  readonly date: CalendarDate
  readonly endsAt: Date
  /** The venue is closed that night, so that the event will not take place. */
  readonly isCancelled: boolean
}

/** Guest list as staff edit it. */
export type GuestList = ListTerms & {
  readonly id: string
  readonly eventId: string
  readonly name: string
  /** The promoter by whom guests are counted; empty for a list of the venue itself. */
  readonly promoter: string
  readonly maxGuests: number
  /** Guests of the entries that stand. */
  readonly guests: number
  readonly isOpen: boolean
  /** Last part of the public address. */
  readonly code: string
  readonly version: number
}

/** A night and its guest lists. */
export type ListedNight = {
  readonly id: string
  readonly title: string
  readonly date: CalendarDate
  readonly price: string
  readonly lists: readonly GuestList[]
}

const MAX_REDUCED_CENTS = 100_000
export const MAX_LIST_GUESTS = 5000

const MAX_GUESTS_TEXT = `Please enter how many guests the list takes, from 1 to ${MAX_LIST_GUESTS}.`

/** List form as submitted: numbers arrive as typed text. */
const fields = {
  name: shapeOf(line({ what: 'the name', max: 80, missing: 'Please enter the name of the list.' })),
  promoter: z.pipe(
    shapeOf(optional(line({ what: 'the promoter', max: 80 }))),
    z.transform((text) => text ?? ''),
  ),
  /** Empty where guests enter free. */
  reduced: z.pipe(
    z.string(),
    z.transform((text, context): Cents | null => {
      if (text.trim() === '') return null
      const cents = parseUsd(text)
      if (cents !== null && cents > 0 && cents <= MAX_REDUCED_CENTS && isPrice(cents)) return cents
      context.issues.push({
        code: 'custom',
        input: text,
        message:
          'Please enter what each guest pays, such as 10, at most $1,000. Leave it empty for free entry.',
      })
      return z.NEVER
    }),
  ),
  untilTime: shapeOf(
    optional(
      pattern({
        pattern: WALL_TIME,
        wrong: 'Please enter a time such as 11:00 PM, or leave it empty.',
      }),
    ),
  ),
  maxGuests: shapeOf(
    count({
      missing: MAX_GUESTS_TEXT,
      min: 1,
      max: MAX_LIST_GUESTS,
      tooFew: MAX_GUESTS_TEXT,
      tooMany: MAX_GUESTS_TEXT,
    }),
  ),
  isOpen: z.boolean(),
}
export const guestListForm = z.strictObject({ ...fields, eventId: z.uuid() })
export type GuestListForm = z.output<typeof guestListForm>

export const guestListEdit = z.strictObject({ ...fields, version })
export type GuestListEdit = z.output<typeof guestListEdit>
