/**
 * Dates and times in the venue's time zone. A moment is a `Date`, a business date `YYYY-MM-DD`, a wall-clock time
 * `HH:MM`. A business day starts at 6 AM, so 2 AM on Sunday belongs to Saturday.
 */
// In a module of its own, because only forms need it and other pages should not load it.
export { isCalendarDate, isWallTime, WALL_TIME } from './calendar-date.ts'

const VENUE_ZONE = 'America/Chicago'
const ROLLOVER_HOUR = 6

export type CalendarDate = string
export type WallTime = string
/** 0 is Sunday, as in PostgreSQL's `dow`. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

let zone: Intl.DateTimeFormat | undefined

/** Created on first use: `Intl.DateTimeFormat` is slow to build on phones, and few pages need it. */
const zoneOfVenue = (): Intl.DateTimeFormat =>
  (zone ??= new Intl.DateTimeFormat('en-CA', {
    timeZone: VENUE_ZONE,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }))

/** Date and time of the venue's clock at a moment. */
export function wallClock(moment: Date): { date: CalendarDate; time: WallTime } {
  const part: Record<string, string> = {}
  for (const { type, value } of zoneOfVenue().formatToParts(moment)) part[type] = value
  return {
    date: `${part['year']}-${part['month']}-${part['day']}`,
    time: `${part['hour']}:${part['minute']}`,
  }
}

/** Business date of a moment. */
export function businessDate(moment: Date): CalendarDate {
  const { date, time } = wallClock(moment)
  return Number(time.slice(0, 2)) < ROLLOVER_HOUR ? addDays(date, -1) : date
}

/** Calendar arithmetic in UTC, so a DST change cannot shift the result. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const

export const weekdayOf = (date: CalendarDate): Weekday =>
  WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? 0

type DateStyle = 'long' | 'dated' | 'medium' | 'short' | 'day'

// By hand: building the formats of `Intl` delays the first tap on a phone more than all other code.
export const WEEKDAY_NAMES = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
const IN_SHORT = 3

/** `Friday, November 27, 2026`, `Fri, Nov 27, 2026`, `Fri, Nov 27`, `Nov 27` or `Fri`. */
export function formatDate(date: CalendarDate, style: DateStyle = 'long'): string {
  const at = new Date(`${date}T00:00:00Z`)
  const [weekday, name] = [WEEKDAY_NAMES[at.getUTCDay()], MONTHS[at.getUTCMonth()]]
  if (!weekday || !name) throw new RangeError(`no date: ${date}`)
  const [year, n] = [at.getUTCFullYear(), at.getUTCDate()]
  if (style === 'long') return `${weekday}, ${name} ${n}, ${year}`
  const [day, short] = [weekday.slice(0, IN_SHORT), `${name.slice(0, IN_SHORT)} ${n}`]
  if (style === 'short') return short
  if (style === 'day') return day
  return style === 'dated' ? `${day}, ${short}, ${year}` : `${day}, ${short}`
}

/** `9:00 PM`. */
export function formatClock(time: WallTime): string {
  const { hour, minute, half } = clockParts(time)
  return `${hour}:${minute} ${half}`
}

/** `9:00 PM` on the venue's clock at a moment. */
export const clockAt = (moment: Date | string): string => formatClock(wallClock(new Date(moment)).time)

/** `9 PM`, or `9:30 PM` if the minutes are not zero. */
export function formatClockShort(time: WallTime): string {
  const { hour, minute, half } = clockParts(time)
  return minute === '00' ? `${hour} ${half}` : `${hour}:${minute} ${half}`
}

function clockParts(time: WallTime): { hour: number; minute: string; half: 'AM' | 'PM' } {
  const hour = Number(time.slice(0, 2))
  return { hour: hour % 12 === 0 ? 12 : hour % 12, minute: time.slice(3, 5), half: hour < 12 ? 'AM' : 'PM' }
}

/**
 * Moment of a wall-clock time on a business date, by the same rule as the SQL function `moment_of_business`: of an
 * hour that occurs twice (end of DST) the second one, of an hour that is skipped the moment one hour later.
 */
export function momentOf(date: CalendarDate, time: WallTime): Date {
  const day = isAfterMidnight(time) ? addDays(date, 1) : date
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  const [before = 0, after = 0] = [asUtc - 86_400_000, asUtc + 86_400_000].map((near) =>
    msBehindUtc(new Date(near)),
  )
  // The UTC offset is constant on days without a DST change.
  if (before === after) return new Date(asUtc + before)
  const later = new Date(asUtc + Math.max(before, after))
  const earlier = new Date(asUtc + Math.min(before, after))
  const wanted = { date: day, time }
  return !isOnClock(later, wanted) && isOnClock(earlier, wanted) ? earlier : later
}

const isOnClock = (moment: Date, wanted: { date: CalendarDate; time: WallTime }): boolean => {
  const { date, time } = wallClock(moment)
  return date === wanted.date && time === wanted.time
}

/** UTC offset of the venue in milliseconds. */
function msBehindUtc(moment: Date): number {
  const { date, time } = wallClock(moment)
  return Math.floor(moment.getTime() / 60_000) * 60_000 - Date.parse(`${date}T${time}:00Z`)
}

/** Whether a wall-clock time on a business date falls on the next calendar day. */
export const isAfterMidnight = (time: WallTime): boolean => Number(time.slice(0, 2)) < ROLLOVER_HOUR

/**
 * Date of something that begins at a wall-clock time of a business date. After midnight it names both days,
 * `Saturday, November 28, 2026 (Friday night)`, because guests go by the evening and calendars by the date.
 */
export const formatStartDate = (date: CalendarDate, start: WallTime): string =>
  isAfterMidnight(start)
    ? `${formatDate(addDays(date, 1))} (${WEEKDAY_NAMES[weekdayOf(date)]} night)`
    : formatDate(date)

/** `9:00 PM – 2:00 AM`, or only the start if no end is known. */
export const formatTimes = (start: WallTime, end: WallTime | null): string =>
  end ? `${formatClock(start)} – ${formatClock(end)}` : formatClock(start)

/** `Fri Nov 27, 9 PM – Sat 5 AM`: names both days, so that a guest cannot book the wrong night. */
export function formatNight(date: CalendarDate, start: WallTime, end: WallTime): string {
  const startDay = isAfterMidnight(start) ? addDays(date, 1) : date
  const endDay = isAfterMidnight(end) ? addDays(date, 1) : date
  const from = `${formatDate(startDay, 'day')} ${formatDate(startDay, 'short')}, ${formatClockShort(start)}`
  const to = `${endDay === startDay ? '' : `${formatDate(endDay, 'day')} `}${formatClockShort(end)}`
  return `${from} – ${to}`
}

type EventTimes = { readonly startTime: WallTime; readonly endTime: WallTime | null }

/** Display text of an event's times: `9:00 PM – 2:00 AM`. */
export const timeText = (event: EventTimes): string => formatTimes(event.startTime, event.endTime)

/** `Fri Nov 27, 9 PM – Sat 5 AM`. An event without an end time lasts until the venue closes. */
export const nightText = (event: EventTimes & { readonly date: CalendarDate }): string =>
  formatNight(event.date, event.startTime, event.endTime ?? '05:00')

const pad2 = (n: number): string => String(n).padStart(2, '0')

/** `2026-11-27T21:00:00-06:00`: event start with UTC offset, as search engines require it. */
export function isoWithOffset(moment: Date): string {
  const { date, time } = wallClock(moment)
  const minutes = offsetMinutes(moment)
  const sign = minutes < 0 ? '-' : '+'
  return `${date}T${time}:00${sign}${pad2(Math.floor(Math.abs(minutes) / 60))}:${pad2(Math.abs(minutes) % 60)}`
}

/** `Fri, Nov 27`, with the year if it is not the current one: for lists that span years. */
export function formatDay(date: CalendarDate, now: Date): string {
  const isThisYear = date.slice(0, 4) === wallClock(now).date.slice(0, 4)
  return formatDate(date, isThisYear ? 'medium' : 'dated')
}

/** `Fri, Nov 27, 9:30 PM` in venue time, with the year if it is not the current one. */
export function formatMoment(moment: Date, now: Date): string {
  const { date, time } = wallClock(moment)
  return `${formatDay(date, now)}, ${formatClock(time)}`
}

/** Moment of a venue time on a calendar day. */
export function momentAt(date: CalendarDate, time: WallTime): Date {
  const asUtc = Date.parse(`${date}T${time}:00Z`)
  const first = new Date(asUtc - offsetMinutes(new Date(asUtc)) * 60_000)
  return new Date(asUtc - offsetMinutes(first) * 60_000)
}

function offsetMinutes(moment: Date): number {
  const { date, time } = wallClock(moment)
  const wallAsUtc = Date.parse(`${date}T${time}:00Z`)
  return Math.round((wallAsUtc - Math.floor(moment.getTime() / 60_000) * 60_000) / 60_000)
}

/** Adds elapsed hours. Not for the end of a night, during which DST may change the clock. */
export const addHours = (moment: Date, hours: number): Date => new Date(moment.getTime() + hours * 3_600_000)

/** Adds elapsed minutes. */
export const addMinutes = (moment: Date, minutes: number): Date =>
  new Date(moment.getTime() + minutes * 60_000)

/** Adds elapsed seconds. */
export const addSeconds = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000)
