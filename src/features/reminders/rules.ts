import { addDays, addHours, businessDate, type CalendarDate, wallClock } from '#lib/venue-time.ts'

// Reminder emails are queued between 10 AM and 8 PM in the venue's time zone: not at night, and early enough to act on.
const FROM_HOUR = 10
const UNTIL_HOUR = 20
const JUST_BOOKED_HOURS = 3

/** Business date whose guests are reminded now, the next one; null outside the hours for reminder emails. */
export function dateToRemind(now: Date): CalendarDate | null {
  const hour = Number(wallClock(now).time.slice(0, 2))
  return hour >= FROM_HOUR && hour < UNTIL_HOUR ? addDays(businessDate(now), 1) : null
}

/** Only reservations made before this moment get a reminder: the email about a newer one is recent enough. */
export const bookedBefore = (now: Date): Date => addHours(now, -JUST_BOOKED_HOURS)

/** Normalizes an email address, so that a stop applies however the guest typed it. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()
