import { addDays, businessDate, type CalendarDate, isCalendarDate } from '#lib/venue-time.ts'
import { type Tag, TAGS } from './schema.ts'

/** The date of a request; tonight without a valid one. */
export const dateOf = (text: string | null, now: Date): CalendarDate =>
  text !== null && isCalendarDate(text) ? text : businessDate(now)

/**
 * How far an answer reaches back before `since`: a row that a long transaction changed becomes visible only when the
 * transaction commits, with the time at which it began.
 */
const OVERLAP_MS = 60_000
const MAX_AGE_MS = 60 * 60_000

/** The moment since which changes are read; null for the whole list: without a time, or with one that is too old. */
export function sinceOf(text: string | null, now: Date): Date | null {
  const since = Date.parse(text ?? '')
  if (Number.isNaN(since) || now.getTime() - since > MAX_AGE_MS || since > now.getTime()) return null
  return new Date(since - OVERLAP_MS)
}

/** The days of a calendar page: a month with the days of other months in its first and last week. */
export function monthSpan(
  text: string | null,
  now: Date,
): { readonly from: CalendarDate; readonly until: CalendarDate } {
  const month = /^20\d{2}-(0[1-9]|1[0-2])$/.test(text ?? '') ? `${text}` : businessDate(now).slice(0, 7)
  const first = `${month}-01`
  return { from: addDays(first, -6), until: addDays(first, 41) }
}

/** Marks in their fixed order, each once. */
export const orderedTags = (tags: readonly Tag[]): Tag[] => TAGS.filter((tag) => tags.includes(tag))
