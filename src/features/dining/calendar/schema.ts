import type { Month } from '#lib/calendar-month.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { DayState } from '../schema.ts'

/** A date for one party. `full`: no time is free; `late`: the free ones are within the notice period. */
export type DayMark = DayState | 'full' | 'late'

export type MarkedDay = {
  readonly date: CalendarDate
  readonly mark: DayMark
  /** Reason of a special day, as staff entered it; null without one. */
  readonly reason: string | null
}

/** A month of dates for one party. */
export type DiningMonth = {
  readonly guests: number
  readonly month: Month
  readonly today: CalendarDate
  /** Whether the months around it have dates that can be booked. */
  readonly hasBefore: boolean
  readonly hasAfter: boolean
  /** Weeks from Sunday to Saturday, those that are over left out; days of other months are null. */
  readonly weeks: readonly (readonly (MarkedDay | null)[])[]
}
