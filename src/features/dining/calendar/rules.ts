import { isMonth, type Month, monthOf, weeksOf } from '#lib/calendar-month.ts'
import { addDays, businessDate, type CalendarDate, momentOf } from '#lib/venue-time.ts'
import { canChooseTime, checkServiceDate, type DiningVenue, type ServiceDayFacts } from '../rules.ts'
import type { NextTime, ServiceDay } from '../schema.ts'
import type { DayMark, DiningMonth } from './schema.ts'

type Asked = { readonly guests: number; readonly now: Date }

/** First and last date that can be booked. */
export function bookingWindow(
  { dining }: Pick<DiningVenue, 'dining'>,
  now: Date,
): readonly [CalendarDate, CalendarDate] {
  const today = businessDate(now)
  return [today, addDays(today, dining.daysAhead)]
}

/** The month that the calendar shows: the one asked for, else that of the shown date, within the booking window. */
export function readMonth(
  venue: DiningVenue,
  { month: asked, date }: { readonly month: string | null; readonly date: CalendarDate },
  now: Date,
): Month {
  const [first, last] = bookingWindow(venue, now).map(monthOf)
  const month = asked !== null && isMonth(asked) ? asked : monthOf(date)
  if (first !== undefined && month < first) return first
  return last !== undefined && month > last ? last : month
}

/** First and last date of a month within the booking window; null where it has none. */
export function datesOf(
  venue: Pick<DiningVenue, 'dining'>,
  month: Month,
  now: Date,
): readonly [CalendarDate, CalendarDate] | null {
  const [today, end] = bookingWindow(venue, now)
  const dates = weeksOf(month)
    .flat()
    .filter((date) => date !== null)
    .filter((date) => date >= today && date <= end)
  const [first, last] = [dates[0], dates.at(-1)]
  return first === undefined || last === undefined ? null : [first, last]
}

const DAY_BEGINS = '06:00'

/** Period of the business days from one date to another. */
export const spanOf = (first: CalendarDate, last: CalendarDate) => ({
  from: momentOf(first, DAY_BEGINS),
  until: momentOf(addDays(last, 1), DAY_BEGINS),
})

/** Facts of one date out of those of a month, so that each date is checked against its own rows only. */
function factsOn(facts: ServiceDayFacts, date: CalendarDate): ServiceDayFacts {
  const { from, until } = spanOf(date, date)
  const isNear = (it: { readonly from: number; readonly until: number }): boolean =>
    it.from < until.getTime() && it.until > from.getTime()
  return { ...facts, occupancies: facts.occupancies.filter(isNear), events: facts.events.filter(isNear) }
}

const checkDate = (
  venue: DiningVenue,
  facts: ServiceDayFacts,
  asked: Asked & { readonly date: CalendarDate },
) => checkServiceDate(venue, factsOn(facts, asked.date), asked)

/** The mark of a date whose start times are known. */
export function markOf({ day, times }: Pick<ServiceDay, 'day' | 'times'>): DayMark {
  if (day !== 'open') return day
  if (times.some(canChooseTime)) return 'open'
  const offered = times.filter(({ state }) => state !== 'short')
  return offered.length > 0 && offered.every(({ state }) => state === 'late') ? 'late' : 'full'
}

/** A month of dates, each marked by the start times that it has for the party. */
export function markMonth(
  venue: DiningVenue,
  facts: ServiceDayFacts,
  { month, ...asked }: Asked & { readonly month: Month },
): DiningMonth {
  const [today, end] = bookingWindow(venue, asked.now)
  const markDate = (date: CalendarDate) => {
    const serviceDay = checkDate(venue, facts, { ...asked, date })
    return { date, mark: markOf(serviceDay), reason: serviceDay.reason }
  }
  return {
    guests: asked.guests,
    month,
    today,
    hasBefore: month > monthOf(today),
    hasAfter: month < monthOf(end),
    weeks: weeksOf(month)
      .filter((week) => week.some((date) => date !== null && date >= today))
      .map((week) => week.map((date) => (date === null ? null : markDate(date)))),
  }
}

/** First start time that can be booked between two dates; null without one. */
export function firstTimeWithin(
  venue: DiningVenue,
  facts: ServiceDayFacts,
  { first, last, ...asked }: Asked & { readonly first: CalendarDate; readonly last: CalendarDate },
): NextTime | null {
  for (let date = first; date <= last; date = addDays(date, 1)) {
    const open = checkDate(venue, facts, { ...asked, date }).times.find(canChooseTime)
    if (open) return { date, time: open.time }
  }
  return null
}
