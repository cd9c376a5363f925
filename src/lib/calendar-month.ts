import { isCalendarDate } from './calendar-date.ts'
import { addDays, type CalendarDate, formatDate, weekdayOf } from './venue-time.ts'

/** Month as `2026-11`. */
export type Month = string

export const monthOf = (date: CalendarDate): Month => date.slice(0, 7)

export const isMonth = (text: string): boolean => isCalendarDate(`${text}-01`)

/** The month `months` later, or earlier for a negative number. */
export function addMonths(month: Month, months: number): Month {
  const at = new Date(`${month}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + months)
  return at.toISOString().slice(0, 7)
}

/** `November 2026` */
export function formatMonth(month: Month): string {
  const [, name = '', year = ''] = /, (\w+) \d+, (\d+)$/.exec(formatDate(`${month}-01`)) ?? []
  return `${name} ${year}`
}

/** The weeks of a month from Sunday to Saturday; days of other months are null. */
export function weeksOf(month: Month): (CalendarDate | null)[][] {
  const first = `${month}-01`
  const lead = weekdayOf(first)
  const length = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
  const weeks = Math.ceil((lead + length) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => {
      const n = week * 7 + day - lead
      return n >= 0 && n < length ? addDays(first, n) : null
    }),
  )
}
