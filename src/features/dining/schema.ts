import type { CalendarDate, WallTime } from '#lib/venue-time.ts'

/** How a time stands for one party on one date. `request`: staff answer; `late`: it can be booked by telephone only. */
export type TimeState = 'free' | 'nearly_full' | 'full' | 'request' | 'late'

export type DinnerTime = { readonly time: WallTime; readonly state: TimeState }

/** Why no dinner is served on a date that one could ask for. */
export type DayState = 'open' | 'closed' | 'past' | 'too_far'

/** The times of one evening for one party. */
export type Evening = {
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
export type DinnerRefused = { readonly why: DinnerRefusal; readonly evening: Evening }

/** What became of a request: a table is kept for it, or staff answer it. */
export type DinnerTaken = {
  readonly id: string
  readonly isRequest: boolean
  readonly isNew: boolean
}

export type DiningTable = { readonly id: string; readonly seats: number }
