import { showValue } from '#lib/changes.ts'
import { type CalendarDate, formatDay, formatMoment } from '#lib/venue-time.ts'

/** A day as a screen shows it: `Fri, Nov 27`, with the year if it is not this one. */
export const shownDay = (date: CalendarDate): string => formatDay(date, new Date())

/** A moment as a screen shows it, in venue time: `Fri, Nov 27, 9:30 PM`. Takes a date or its ISO text. */
export const shownMoment = (moment: Date | string): string => formatMoment(new Date(moment), new Date())

/** A value of a changed field as a screen shows it: `Fri, Nov 27`, `9:30 PM`, `$40.00`. */
export const shownValue = (value: unknown, field: string): string =>
  showValue(value, { field, now: new Date() })
