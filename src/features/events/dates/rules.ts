import { isMonth, type Month, monthOf } from '#lib/calendar-month.ts'
import {
  addDays,
  type CalendarDate,
  formatDate,
  isCalendarDate,
  WEEKDAY_NAMES,
  type Weekday,
  weekdayOf,
} from '#lib/venue-time.ts'

/** Day or days of which events are listed: `All`, `tonight`, `weekend`, a weekday such as `friday`, or a date. */
export type EventWhen = string

export const ANY_DAY: EventWhen = 'All'

const FRIDAY: Weekday = 5
const WEEKDAYS: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 0]
const valueOf = (weekday: Weekday): EventWhen => WEEKDAY_NAMES[weekday].toLowerCase()
const weekdayNamed = (when: EventWhen): Weekday | null => WEEKDAYS.find((it) => valueOf(it) === when) ?? null

/** Parses `when` of a query; an unknown value lists every day. */
export function readWhen(text: string | null): EventWhen {
  if (text === null) return ANY_DAY
  const isKnown =
    text === 'tonight' || text === 'weekend' || weekdayNamed(text) !== null || isCalendarDate(text)
  return isKnown ? text : ANY_DAY
}

export type EventDays = {
  /** First and last business date; null for no bounds. */
  readonly between: readonly [CalendarDate, CalendarDate] | null
  readonly weekday: Weekday | null
}

/** The days of a choice. The weekend is Friday to Sunday; once it has begun, what is left of it. */
export function daysOf(when: EventWhen, today: CalendarDate): EventDays {
  if (when === 'tonight') return { between: [today, today], weekday: null }
  if (when === 'weekend') return { between: weekendOf(today), weekday: null }
  if (isCalendarDate(when)) return { between: [when, when], weekday: null }
  return { between: null, weekday: weekdayNamed(when) }
}

function weekendOf(today: CalendarDate): [CalendarDate, CalendarDate] {
  const weekday = weekdayOf(today)
  // Sunday is day 0 of a week, and the last of a weekend.
  const isOn = weekday === 0 || weekday >= FRIDAY
  const first = isOn ? today : addDays(today, FRIDAY - weekday)
  return [first, addDays(first, (7 - weekdayOf(first)) % 7)]
}

/** Choices in display order: a date that is chosen, tonight and the weekend, then each weekday on which an event is coming. */
export function whenChoices(
  dates: readonly CalendarDate[],
  chosen: EventWhen,
): { when: EventWhen; label: string }[] {
  const weekdays = WEEKDAYS.filter((weekday) => dates.some((date) => weekdayOf(date) === weekday))
  return [
    { when: ANY_DAY, label: 'All' },
    ...(isCalendarDate(chosen) ? [{ when: chosen, label: formatDate(chosen, 'medium') }] : []),
    { when: 'tonight', label: 'Tonight' },
    { when: 'weekend', label: 'This weekend' },
    ...weekdays.map((weekday) => ({ when: valueOf(weekday), label: `${WEEKDAY_NAMES[weekday]}s` })),
  ]
}

/** The choice in a sentence: `this weekend`, `on Fridays`, `on Friday, November 27, 2026`; empty for every day. */
export function whenText(when: EventWhen): string {
  if (when === ANY_DAY) return ''
  if (when === 'tonight') return 'tonight'
  if (when === 'weekend') return 'this weekend'
  const weekday = weekdayNamed(when)
  return weekday === null ? `on ${formatDate(when)}` : `on ${WEEKDAY_NAMES[weekday]}s`
}

/**
 * The month that a calendar shows: the one asked for, else that of the chosen date, else that of the next event, as the present one has
 * none on its last days.
 */
export function calendarMonth(
  asked: string | null,
  when: EventWhen,
  { today, dates }: { readonly today: CalendarDate; readonly dates: readonly CalendarDate[] },
): Month {
  if (asked !== null && isMonth(asked)) return asked
  return monthOf(isCalendarDate(when) ? when : (dates[0] ?? today))
}
