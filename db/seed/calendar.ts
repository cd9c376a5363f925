import { addDays, type CalendarDate, type Weekday, weekdayOf } from '#lib/venue-time.ts'
import type { SeedEvent } from './content.ts'

const WEEKDAYS: Readonly<Record<string, Weekday>> = { sun: 0, mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6 }
const CLOSED: readonly Weekday[] = [1, 2]

function nextOpenDay(today: CalendarDate): CalendarDate {
  let date = today
  while (CLOSED.includes(weekdayOf(date))) date = addDays(date, 1)
  return date
}

/**
 * Dates the seeded events relative to the installation day, so that tonight and the nights after it always have events.
 * Week 0 is the first matching weekday after tonight; negative weeks lie in the past.
 */
export function placeEvent(event: Pick<SeedEvent, 'tonight' | 'when'>, today: CalendarDate): CalendarDate {
  const tonight = nextOpenDay(today)
  if (event.tonight || 'daysFromToday' in event.when) return tonight
  const { week, weekday } = event.when
  const from = week < 0 ? today : addDays(tonight, 1)
  const first = addDays(from, ((WEEKDAYS[weekday] ?? 5) - weekdayOf(from) + 7) % 7)
  return addDays(first, week * 7)
}
