import * as z from 'zod/mini'
import { version } from '#lib/forms/shapes.ts'
import type { ListedNames } from '#lib/names/listed-names.ts'
import { EVENT_CATEGORIES, type Event, type EventCategory } from '#features/events/schema.ts'
import { readHttpsUrl } from '#lib/text/web-address.ts'
import { isCalendarDate, momentOf, isWallTime } from '#lib/venue-time.ts'

/** Shares of an event's tables that staff can show as reserved, in percent. */
export const BOOKING_PERCENTAGES = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90] as const
export const PRICE_RANGES = ['free', 'moderate', 'expensive'] as const
export const MAX_WEEKS = 12

export const EVENT_LIST_TIMES = ['coming', 'past', 'all'] as const

/** Orders of the list. */
export const EVENT_SORTS = ['soonest', 'latest', 'title', 'category', 'parties'] as const
export type EventSort = (typeof EVENT_SORTS)[number]

/** Query of the staff event list. */
export type EventListQuery = {
  readonly when: (typeof EVENT_LIST_TIMES)[number]
  readonly category: EventCategory | null
  /** Matches part of the title. */
  readonly search: string
  readonly sort: EventSort
  readonly limit: number
}

/** Event as staff edit it. */
export type StaffEvent = Omit<Event, 'startsAt' | 'endsAt'> & {
  readonly hasEnded: boolean
  /** Number of parties with a table; 0 once the event has ended, because the count is not read then. */
  readonly parties: number
  /** Number of parties in line for a table; 0 once the event has ended. */
  readonly waiting: number
  /** Names on the guest lists of the night; none once the event has ended. */
  readonly listed: ListedNames
  readonly version: number
}

const required = (what: string, max: number) =>
  z.string().check(z.trim(), z.minLength(1, `Please enter ${what}`), z.maxLength(max))
const optional = (max: number) =>
  z.pipe(
    z.string().check(z.trim(), z.maxLength(max)),
    z.transform((text) => (text === '' ? null : text)),
  )

const PRICE_HINT = 'a price, such as $20 or Free'
const NEGATIVE = /^\$?\s*[-−]\s*\$?\s*\d/
const BARE_AMOUNT = /^\d[\d,]*(\.\d{2})?$/

/** Displayed price, of which cover is computed: an amount in it has a dollar sign. `20` is `$20`. */
const price = z.pipe(
  z.pipe(
    required(PRICE_HINT, 80),
    z.transform((text) => (BARE_AMOUNT.test(text) ? `$${text}` : text)),
  ),
  z.string().check(
    z.refine((text) => !NEGATIVE.test(text), `Please enter ${PRICE_HINT}`),
    z.refine((text) => !/^\d/.test(text), 'Please write amounts with a dollar sign, such as $20.'),
  ),
)

const fields = z.strictObject({
  title: required('a title', 160),
  description: required('a description', 5000),
  category: z.enum(EVENT_CATEGORIES),
  date: z.string().check(z.refine(isCalendarDate, 'Please choose a date')),
  startTime: z.string().check(z.refine(isWallTime, 'Please enter a time')),
  endTime: z.pipe(
    z.string().check(z.refine((text) => text === '' || isWallTime(text), 'Please enter a time')),
    z.transform((text) => (text === '' ? null : text)),
  ),
  price,
  priceRange: z.enum(PRICE_RANGES),
  host: optional(120),
  dj: optional(120),
  ticketsUrl: z.pipe(
    z.string().check(
      z.trim(),
      z.maxLength(500),
      z.refine(
        (text) => text === '' || readHttpsUrl(text) !== null,
        'Please enter an address that begins with https://',
      ),
    ),
    z.transform(readHttpsUrl),
  ),
  imageId: z.nullable(z.uuid()),
  featured: z.boolean(),
  soldOut: z.boolean(),
  tablesForSale: z.boolean(),
  bookingPercentage: z.int().check(z.minimum(0), z.maximum(90), z.multipleOf(10)),
})
export type EventForm = z.output<typeof fields>
/** The form before validation: text as typed. */
export type EventFormInput = z.input<typeof fields>

const CLOSES = '05:00'

type Start = Pick<EventForm, 'date' | 'startTime'>

/** An end time before the start time belongs to the next morning. The venue closes at 5 AM. */
const isBefore = ({ date, startTime }: Start, endTime: string): boolean =>
  // Invalid dates and times are reported by their own fields.
  !isCalendarDate(date) ||
  ![startTime, endTime].every(isWallTime) ||
  momentOf(date, endTime) > momentOf(date, startTime)

const endsAfterStart = z.refine<EventForm>((form) => form.endTime === null || isBefore(form, form.endTime), {
  path: ['endTime'],
  error: 'The end must be after the start',
})
// An empty end time cannot be wrong.
const startsBeforeClosing = z.refine<EventForm>((form) => form.endTime !== null || isBefore(form, CLOSES), {
  path: ['startTime'],
  error: 'The venue closes at 5 AM. Please choose an earlier time.',
})

/** Ids of the overlapping dinners that staff saw and accepted. */
export const agreedDinners = z.optional(z.array(z.uuid()).check(z.maxLength(200)))

export const eventForm = z.extend(fields, { agreedDinners }).check(endsAfterStart, startsBeforeClosing)
export const eventEdit = z
  .extend(fields, { version, agreedDinners })
  .check(endsAfterStart, startsBeforeClosing)

export const eventSoldOutForm = z.strictObject({ soldOut: z.boolean(), agreedDinners })
export type SoldOutForm = z.output<typeof eventSoldOutForm>
export const repeatForm = z.strictObject({ weeks: z.int().check(z.minimum(1), z.maximum(MAX_WEEKS)) })
