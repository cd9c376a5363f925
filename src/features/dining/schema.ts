import * as z from 'zod/mini'
import type { FormPlan } from '#lib/forms/check.ts'
import { count, email, line, MAX, phone, prose } from '#lib/forms/fields.ts'
import { type CalendarDate, isCalendarDate, type WallTime } from '#lib/venue-time.ts'

const MAX_GUESTS = 10
const CHOOSE_A_TIME = 'Please choose one of the times that are shown.'

export const DINING_FIELDS = ['guests', 'date', 'time', 'name', 'email', 'phone', 'requests'] as const
export type DiningField = (typeof DINING_FIELDS)[number]

const dinner = z.object({
  guests: count({
    missing: 'Please choose how many guests there will be.',
    min: 1,
    max: MAX_GUESTS,
    tooFew: 'There must be at least 1 guest.',
    tooMany: `For more than ${MAX_GUESTS} guests, please call us or plan a private event.`,
  }),
  date: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please choose a date.'),
      z.refine(isCalendarDate, 'Please choose a date that is in the calendar.'),
    ),
  time: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please choose a time.'),
      z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, CHOOSE_A_TIME),
    ),
  name: line({ what: 'the name', max: MAX.name, missing: 'Please enter your name.' }),
  email: email(),
  phone: phone(),
  requests: prose({ what: 'special requests', max: MAX.note }),
})
export type DiningForm = z.infer<typeof dinner>

/** What a guest fills in to have dinner with us. Whether the day and the time can be had is for the house to say. */
export const DINING_FORM: FormPlan<DiningField, DiningForm> = {
  name: 'dining',
  fields: DINING_FIELDS,
  shape: dinner,
}

/** How a time stands for one party on one date. `request`: staff answer; `late`: it can be booked by telephone only. */
export type TimeState = 'free' | 'nearly_full' | 'full' | 'request' | 'late'

/** A dinner that gives its table up before its whole turn, because an event begins whose tables are for sale. */
export type ShortStay = { readonly time: WallTime; readonly eventTitle: string }

export type DinnerTime = {
  readonly time: WallTime
  readonly state: TimeState
  /** Until when the table is the guest's; null where they have it for the whole turn. */
  readonly until: ShortStay | null
}

/** Why no dinner is served on a date that one could ask for. */
export type DayState = 'open' | 'closed' | 'past' | 'too_far'

/** The times of one evening for one party. */
export type ServiceDay = {
  readonly date: CalendarDate
  readonly guests: number
  readonly day: DayState
  /** Why the house is closed on a day it would be open. */
  readonly reason: string | null
  readonly times: readonly DinnerTime[]
}

/** A day as it stands in the choice of days. */
export type DiningDay = {
  readonly date: CalendarDate
  readonly state: DayState
  readonly reason: string | null
}

/** What a dinner is asked with: the form, checked. */
export type DinnerRequest = {
  readonly date: CalendarDate
  readonly time: WallTime
  readonly guests: number
  readonly guestName: string
  readonly guestEmail: string
  readonly guestPhone: string
  readonly specialRequests: string
  /** One sending of one form: the same key never makes two dinners. */
  readonly key: string
  /** The browser that asks, as a keyed hash: a guest who goes back and sends the same again is told so. */
  readonly browser: string
}

export type DinnerRefusal =
  | 'closed_day'
  | 'past_day'
  | 'too_far'
  | 'no_such_time'
  | 'too_late'
  | 'full'
  | 'already_booked'

/** A dinner that could not be had, with the times of that evening as they are now. */
export type DinnerRefused = { readonly why: DinnerRefusal; readonly serviceDay: ServiceDay }

/** What became of a request: a table is kept for it, or staff answer it. */
export type DinnerTaken = {
  readonly id: string
  readonly isRequest: boolean
  readonly isNew: boolean
}

/** An event whose tables are for sale, in milliseconds from its beginning to its end. */
export type EventOnSale = {
  readonly title: string
  readonly from: number
  readonly until: number
}

export type DiningTable = { readonly id: string; readonly seats: number }
