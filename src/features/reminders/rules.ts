import { addDays, addHours, businessDate, type CalendarDate, wallClock } from '#lib/venue-time.ts'

// Nobody is woken, and who is written late in the evening reads it when it is of no use.
const FROM_HOUR = 10
const UNTIL_HOUR = 20
const JUST_BOOKED_HOURS = 3

/** The date whose guests are reminded at this moment; null while it is too early or too late in the day for letters. */
export function dateToRemind(now: Date): CalendarDate | null {
  const hour = Number(wallClock(now).time.slice(0, 2))
  return hour >= FROM_HOUR && hour < UNTIL_HOUR ? addDays(businessDate(now), 1) : null
}

/** Who booked after this moment has the letter about it still at hand. */
export const bookedBefore = (now: Date): Date => addHours(now, -JUST_BOOKED_HOURS)

/** One person is one address, however it is typed. */
export const asOneAddress = (email: string): string => email.trim().toLowerCase()
