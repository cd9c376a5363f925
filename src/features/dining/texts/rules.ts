import { DINNER_LIMITS, needsStaff, nearestTimes } from '#features/dining/rules.ts'
import type {
  DinnerRefusal,
  DinnerTime,
  DiningField,
  ServiceDay,
  ShortStay,
  TimeState,
} from '#features/dining/schema.ts'
import { callUsText } from '#features/reservations/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import type { Problems } from '#lib/forms/check.ts'
import { formatPhone } from '#lib/phone.ts'
import { countText } from '#lib/text/count.ts'
import { formatClock, formatDate, type WallTime } from '#lib/venue-time.ts'

/** `Your table is yours until 9:00 PM, when Afrobeats Friday begins.` */
export const shortStayText = ({ time, eventTitle }: ShortStay): string =>
  `Your table is yours until ${formatClock(time)}, when ${eventTitle} begins.`

/** `No dinner is offered shortly before or during Afrobeats Friday, which begins at 9:00 PM.` */
export const notOfferedText = ({ time, eventTitle }: ShortStay): string =>
  `No dinner is offered shortly before or during ${eventTitle}, which begins at ${formatClock(time)}.`

/** Visible label of each state, because colour alone would not be accessible. */
export const STATE_LABELS: Record<TimeState, string> = {
  free: 'Available',
  nearly_full: 'Nearly full',
  full: 'Full',
  request: 'On request',
  late: 'Too late',
  short: 'Not offered',
}

/** `5:30 PM, 6:30 PM and 7:00 PM`; null where there is none. */
function timesText(times: readonly DinnerTime[]): string | null {
  const words = times.map(({ time }) => formatClock(time))
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? null)
}

/** Message about a start time that is gone, with the nearest alternatives. */
export function lostText(serviceDay: ServiceDay, time: WallTime): string {
  const others = nearestTimes(serviceDay, time)
  const lost = `${formatClock(time)} on ${formatDate(serviceDay.date, 'medium')} is taken.`
  const list = timesText(others)
  if (!list) return `${lost} No other time is left that day. Please choose another day.`
  return `${lost} ${others.length === 1 ? 'The nearest available time is' : 'The nearest available times are'} ${list}.`
}

/** `Please choose a time on Wed, Dec 9 for 6 guests.`: the times shown were others. */
export const chooseTimeText = ({ date, guests }: Pick<ServiceDay, 'date' | 'guests'>): string =>
  `Please choose a time on ${formatDate(date, 'medium')} for ${countText(guests, 'guest')}.`

type RefusedTime = { readonly serviceDay: ServiceDay; readonly time: WallTime }

/** Maps a refusal to the form field that shows its message. */
export function refusalProblems(
  venue: Pick<Venue, 'dining' | 'largePartySize' | 'phone'>,
  why: DinnerRefusal,
  { serviceDay, time }: RefusedTime,
): Problems<DiningField> {
  const { dining } = venue
  switch (why) {
    case 'closed_day':
      return { date: closedText(serviceDay) }
    case 'past_day':
      return { date: 'That day has passed. Please choose another day.' }
    case 'too_far':
      return { date: `Please choose a day within the next ${dining.daysAhead} days.` }
    case 'no_such_time':
      return { time: 'Please choose one of the times shown.' }
    case 'too_late':
      return {
        time: needsStaff(venue, serviceDay.guests)
          ? `A party of ${serviceDay.guests} needs ${countText(dining.largePartyNoticeHours, 'hour')} of notice. Please choose a later time or call us.`
          : 'That time is too soon. Please choose a later one or call us.',
      }
    case 'too_short': {
      const stay = serviceDay.times.find((it) => it.time === time)?.until
      return {
        time: stay ? `${notOfferedText(stay)} Please choose another time.` : lostText(serviceDay, time),
      }
    }
    case 'full':
      return { time: lostText(serviceDay, time) }
    case 'guest_blocked':
      return { phone: callUsText(formatPhone(venue.phone)) }
    case 'too_many_dinners':
      return {
        date: `You have ${DINNER_LIMITS.contact} dinners on this date already. Please call us at ${formatPhone(venue.phone)} for another.`,
      }
    case 'network_busy':
      return {
        date: `Many dinners of this date were booked from your network today. Please choose another day or call us at ${formatPhone(venue.phone)}.`,
      }
    case 'already_booked':
      return {
        time: 'You already requested this dinner. Use the link in our email to move or cancel it. For a second table at the same time, please call us.',
      }
  }
}

/** `We are closed on Mon, Nov 23.`, with the reason where staff gave one. */
export const closedText = ({ date, reason }: Pick<ServiceDay, 'date' | 'reason'>): string =>
  `We are closed on ${formatDate(date, 'medium')}${reason ? ` (${reason})` : ''}. Please choose another day.`
