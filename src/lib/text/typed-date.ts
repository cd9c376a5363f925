import { addDays, type CalendarDate, isCalendarDate, WEEKDAY_NAMES, weekdayOf } from '../venue-time.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const SHORTEST_NAME = 3
const A_WEEK = 7

const OFFSETS: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tonight: 0, tomorrow: 1 }

/** Number of a month by its name or the beginning of it; 0 for another word. */
const monthOf = (word: string): number => MONTHS.indexOf(word.slice(0, SHORTEST_NAME)) + 1

const weekdayNamed = (word: string): number =>
  word.length < SHORTEST_NAME ? -1 : WEEKDAY_NAMES.findIndex((name) => name.toLowerCase().startsWith(word))

const pad = (n: number, width: number): string => String(n).padStart(width, '0')

type Parts = {
  readonly year: string | undefined
  readonly month: number
  readonly day: number
}

/** The date, if there is one. Without a year it is the one nearest to today. */
function dateOf({ year, month, day }: Parts, today: CalendarDate): CalendarDate | null {
  const inYear = (n: number): CalendarDate => `${pad(n, 4)}-${pad(month, 2)}-${pad(day, 2)}`
  const thisYear = Number(today.slice(0, 4))
  const years =
    year === undefined
      ? [thisYear - 1, thisYear, thisYear + 1]
      : [year.length === 2 ? 2000 + Number(year) : Number(year)]
  const daysAway = (date: CalendarDate): number => Math.abs(Date.parse(date) - Date.parse(today))
  const dates = years.map(inYear).filter(isCalendarDate)
  return dates.toSorted((a, b) => daysAway(a) - daysAway(b))[0] ?? null
}

/**
 * A date as staff type it: `11/27`, `11/27/2026`, `Nov 27`, `27 November`, `2026-11-27`, `Fri` (the next one), `today`. Null for
 * anything else.
 */
export function typedDate(text: string, today: CalendarDate): CalendarDate | null {
  const words = text.toLowerCase().match(/[a-z]+|\d+|-/g) ?? []
  const typed = words.join(' ')
  const offset = Object.hasOwn(OFFSETS, typed) ? OFFSETS[typed] : undefined
  if (offset !== undefined) return addDays(today, offset)
  if (isCalendarDate(text.trim())) return text.trim()
  const [first = '', ...others] = words.filter((word) => word !== '-')
  const weekday = weekdayNamed(first)
  if (weekday >= 0 && others.length === 0)
    return addDays(today, (weekday - weekdayOf(today) + A_WEEK) % A_WEEK)
  const [a = '', b = '', year, ...rest] = weekday >= 0 ? others : [first, ...others]
  if (rest.length > 0 || (year !== undefined && !/^(\d{2}|\d{4})$/.test(year))) return null
  if (/^[a-z]{3,}$/.test(a) && /^\d{1,2}$/.test(b))
    return dateOf({ year, month: monthOf(a), day: Number(b) }, today)
  if (/^\d{1,2}$/.test(a) && /^[a-z]{3,}$/.test(b))
    return dateOf({ year, month: monthOf(b), day: Number(a) }, today)
  return /^\d{1,2}$/.test(a) && /^\d{1,2}$/.test(b)
    ? dateOf({ year, month: Number(a), day: Number(b) }, today)
    : null
}
