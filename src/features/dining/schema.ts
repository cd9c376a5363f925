import { count, date, MAX, pattern } from '#lib/forms/fields.ts'
import { areaField, defineForm, emailField, nameField, phoneField } from '#lib/forms/form.ts'
import { textsField } from '#lib/forms/list-fields.ts'
import { countText } from '#lib/text/count.ts'
import { type CalendarDate, WALL_TIME, type WallTime } from '#lib/venue-time.ts'

const MAX_GUESTS = 10
const CHOOSE_A_TIME = 'Please choose one of the times shown.'

/** Fields of the dinner form. The service checks the availability of the date and the time. */
export const DINING_FORM = defineForm('dining', {
  guests: {
    control: {
      kind: 'select',
      label: 'Guests',
      required: true,
      options: Array.from({ length: MAX_GUESTS }, (_, index) => ({
        value: String(index + 1),
        label: countText(index + 1, 'Guest'),
      })),
    },
    rules: count({
      missing: 'Please choose how many guests there will be.',
      min: 1,
      max: MAX_GUESTS,
      tooFew: 'There must be at least 1 guest.',
      tooMany: `For more than ${MAX_GUESTS} guests, please call us or plan a private event.`,
    }),
  },
  date: {
    control: { kind: 'select', label: 'Date', required: true, options: [] },
    rules: date({
      missing: 'Please choose a date.',
      wrong: 'Please choose a date that is in the calendar.',
    }),
  },
  time: {
    control: { kind: 'choice', label: 'Time', required: true, options: [] },
    rules: pattern({
      missing: 'Please choose a time.',
      pattern: WALL_TIME,
      wrong: CHOOSE_A_TIME,
    }),
  },
  name: nameField(),
  email: emailField(),
  phone: phoneField(),
  requests: areaField({
    label: 'Special requests',
    hint: 'Optional: allergies, a high chair, an occasion',
    rows: 2,
    what: 'special requests',
    max: MAX.note,
  }),
  texts: textsField(),
})
export type DiningField = (typeof DINING_FORM)['fields'][number]

/**
 * State of a start time for one party. `request`: staff answer it; `late`: within the notice period, by phone only; `short`: an
 * event on sale begins before the minimum stay is over, so nothing that is freed helps.
 */
export type TimeState = 'free' | 'nearly_full' | 'full' | 'request' | 'late' | 'short'

/** Stay shorter than the turn time, because an event begins whose tables are on sale. */
export type ShortStay = { readonly time: WallTime; readonly eventTitle: string }

export type DinnerTime = {
  readonly time: WallTime
  readonly state: TimeState
  /** End of a shortened stay, or of one that would be too short; null for the full turn time. */
  readonly until: ShortStay | null
}

/** `past` and `too_far` lie outside the booking window; `closed` has no restaurant hours. */
export type DayState = 'open' | 'closed' | 'past' | 'too_far'

/** Start time on another date. */
export type NextTime = { readonly date: CalendarDate; readonly time: WallTime }

/** Start times of one date for one party. */
export type ServiceDay = {
  readonly date: CalendarDate
  readonly guests: number
  readonly day: DayState
  /** Reason of a special day, as staff entered it; null without one. */
  readonly reason: string | null
  readonly times: readonly DinnerTime[]
  /** First free time after a full date, else before it; null if there is none; absent if not asked for. */
  readonly next?: NextTime | null
}

/** Date in the form's list of dates. */
export type DiningDay = {
  readonly date: CalendarDate
  readonly state: DayState
  readonly reason: string | null
}

/** Validated dinner form. */
export type DinnerRequest = {
  readonly date: CalendarDate
  readonly time: WallTime
  readonly guests: number
  readonly guestName: string
  readonly guestEmail: string
  readonly guestPhone: string
  readonly specialRequests: string
  /** Idempotency key of the form: a unique index allows one dinner for each key. */
  readonly key: string
  /** Keyed hash of the browser's cookie: detects the same dinner sent again from a new form. Null for an offer. */
  readonly browser: string | null
  /** Keyed hashes of the address and of its IPv6 /48, counted by `DINNER_LIMITS`. Null for an offer. */
  readonly address: string | null
  readonly network: string | null
}

/** Reasons why a contact or an address may not book one more dinner of a date. */
export type DinnerLimit = 'too_many_dinners' | 'network_busy'

export type DinnerRefusal =
  | 'closed_day'
  | 'past_day'
  | 'too_far'
  | 'no_such_time'
  | 'too_late'
  | 'too_short'
  | 'full'
  | 'already_booked'
  | 'guest_blocked'
  | DinnerLimit

/** Refused dinner, with the current start times of its date. */
export type DinnerRefused = { readonly why: DinnerRefusal; readonly serviceDay: ServiceDay }

/** Booked dinner. `isRequest`: staff answer it; `isNew`: false where the same form was sent before. */
export type BookedDinner = {
  readonly id: string
  readonly isRequest: boolean
  readonly isNew: boolean
}

/** Event whose tables are on sale. Start and end in epoch milliseconds. */
export type EventOnSale = {
  readonly title: string
  readonly from: number
  readonly until: number
}

export type DiningTable = { readonly id: string; readonly seats: number }
