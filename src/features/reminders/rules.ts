import type { ReservationStatus } from '#features/reservations/schema.ts'
import { addDays, addHours, businessDate, isAfterMidnight, momentOf, wallClock } from '#lib/venue-time.ts'

// No reminder becomes due between 8 PM and 10 AM in the venue's time zone. One of that time is sent at 8 PM: not at night, and
// never later than staff set it. Until 9 PM there is time to send those.
const FROM_HOUR = 10
const DUE_UNTIL_HOUR = 20
const SENT_UNTIL_HOUR = 21
/** A booking is its own reminder for this long. */
const JUST_BOOKED_HOURS = 3

/** The first reminder, and the last one shortly before the reservation. */
export type Reminder = 'first' | 'last'

/** Hours before the start; 0 for no last reminder. */
export type ReminderHours = { readonly reminderHours: number; readonly lastReminderHours: number }

/** Reservations that need a reminder now: those that start after `from` and until `until`, unless booked too recently. */
export type DueSpan = {
  readonly from: Date
  readonly until: Date
  /** Reservations made later than these hours before their start get none: their booking was recent enough. */
  readonly bookedHours: number
  /** Reservations made later than that get none yet. A reminder may leave hours early, and would follow its booking at once. */
  readonly bookedBefore: Date
}

/** Moment until which reminders count as due now; null outside the hours for reminders. */
function dueUntil(now: Date): Date | null {
  const { date, time } = wallClock(now)
  const hour = Number(time.slice(0, 2))
  if (hour < FROM_HOUR || hour >= SENT_UNTIL_HOUR) return null
  return hour < DUE_UNTIL_HOUR ? now : momentOf(addDays(date, 1), `${FROM_HOUR}:00`)
}

/**
 * Starts that are reminded of now. A first reminder that is late, because no server ran or it was switched on, is left out where
 * the last one follows soon: guests would read the same twice within the hour.
 */
export function dueSpan(
  now: Date,
  reminder: Reminder,
  { reminderHours, lastReminderHours }: ReminderHours,
): DueSpan | null {
  const due = dueUntil(now)
  if (!due || (reminder === 'last' && lastReminderHours === 0)) return null
  const lastUntil = lastReminderHours === 0 ? now : addHours(due, lastReminderHours)
  const bookedBefore = addHours(now, -JUST_BOOKED_HOURS)
  return reminder === 'last'
    ? { from: now, until: lastUntil, bookedHours: lastReminderHours + JUST_BOOKED_HOURS, bookedBefore }
    : {
        from:
          lastReminderHours === 0
            ? lastUntil
            : addHours(lastUntil, gapHours({ reminderHours, lastReminderHours })),
        until: addHours(due, reminderHours),
        bookedHours: reminderHours + JUST_BOOKED_HOURS,
        bookedBefore,
      }
}

/** Least time between two reminders: at most half of the time that staff set between them. */
const gapHours = ({ reminderHours, lastReminderHours }: ReminderHours): number =>
  Math.min(JUST_BOOKED_HOURS, (reminderHours - lastReminderHours) / 2)

/** The date that a guest is reminded of, so that a moved reservation is reminded of both dates. */
export const reminderKey = (date: string, reminder: Reminder): string =>
  reminder === 'last' ? `${date} last` : date

/** Keys of the reminders that make one with this key needless: a first one is not sent after the last. */
export const coveringKeys = (dedupeKey: string): readonly string[] =>
  dedupeKey.endsWith(reminderKey('', 'last')) ? [dedupeKey] : [dedupeKey, reminderKey(dedupeKey, 'last')]

/** Day of a reservation as its reminder names it: `today`, `tomorrow`; null for a later one. */
export function nearDay(startsAt: Date, now: Date): NearDay | null {
  const [day, today] = [businessDate(startsAt), businessDate(now)]
  const isLate = isAfterMidnight(wallClock(startsAt).time)
  if (day === today) return isLate ? 'tonight' : 'today'
  if (day !== addDays(today, 1)) return null
  return isLate ? 'tomorrow night' : 'tomorrow'
}

/** A start after midnight belongs to the night before: to call that day today would be a day off. */
export type NearDay = 'today' | 'tonight' | 'tomorrow' | 'tomorrow night'

/** A reminder is due up to this much earlier than set, because none is sent at night. */
const EARLIER_HOURS = 14

/** Whether a guest is asked to confirm: from the first reminder on, until the reservation begins. */
export const isAskedToConfirm = (startsAt: Date, now: Date, { reminderHours }: ReminderHours): boolean =>
  now < startsAt && addHours(startsAt, -reminderHours - EARLIER_HOURS) <= now

/** Whether a reservation stands: an unpaid hold and a dinner that is only offered do not. */
export const isExpected = ({
  status,
  heldUntil,
}: {
  readonly status: ReservationStatus
  readonly heldUntil: Date | null
}): boolean => status === 'confirmed' || (status === 'pending' && heldUntil === null)

/** Normalizes an email address, so that a stop applies however the guest typed it. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

const ADDRESS_HASH = /^[\w-]{22}$/

/** Whether a text has the form of the keyed hash of an address, as links carry it. */
export const isAddressHash = (text: string): boolean => ADDRESS_HASH.test(text)
