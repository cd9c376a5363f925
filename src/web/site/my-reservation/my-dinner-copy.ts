import {
  canChange,
  canGiveUp,
  changeUntil,
  momentText,
  partyText,
  promiseOf,
  type PromiseText,
  promiseText,
  statusOf,
  UNANSWERED_TEXT,
  UNANSWERED_TITLE,
  wasUnanswered,
} from '#features/dining/dinners/rules.ts'
import type { Dinner, Stay } from '#features/dining/dinners/schema.ts'
import { hasCalendarEntry } from '#features/dining/dinners/service.ts'
import { refusal } from '#features/reservation-management/guest-changes/rules.ts'
import { seenDinner } from '#features/reservations/seen/rules.ts'
import { addressLine, directionsTo } from '#features/venue/rules.ts'
import type { PublicVenue } from '#features/venue/schema.ts'
import { countText } from '#lib/text/count.ts'
import { addMinutes, formatClock, formatDate, wallClock } from '#lib/venue-time.ts'
import { qrPath } from '#platform/mail/qr-code.ts'

/** A dinner as `/my-reservation/…` shows it. */
export type DinnerShown = {
  readonly state: ReturnType<typeof statusOf>
  readonly title: string
  readonly status: string
  readonly isGood: boolean
  readonly messages: readonly string[]
  /** `Friday, November 27, 2026` and `6:30 PM` */
  readonly date: string
  readonly time: string
  readonly party: string
  /** The facts that a form which cancels it says that it showed. */
  readonly seen: string
  readonly facts: readonly (readonly [term: string, text: string])[]
  readonly specialRequests: string | null
  /** Good to know before the visit. */
  readonly points: readonly string[]
  readonly link: string
  /** Entry code with its QR path; null while staff have to answer, and once it is no longer valid for entry. */
  readonly entry: { readonly code: string; readonly size: number; readonly path: string } | null
  /** `Fri, Nov 27, 4:30 PM`; null where there is nothing left to change. */
  readonly change: {
    readonly isPossible: boolean
    readonly until: string
    /** The guest can still say that they do not come. */
    readonly canGiveUp: boolean
    /** Text once guests of the party have come: only staff change the dinner then. */
    readonly arrived: string | null
  } | null
  /** The phone number and the special requests can still be changed. */
  readonly hasOpenDetails: boolean
  readonly hasCalendar: boolean
  readonly email: string
  readonly directionsUrl: string
}

type Facts = {
  readonly dinner: Dinner
  readonly venue: PublicVenue
  readonly stay: Pick<Stay, 'isForNight'>
  readonly link: string
  /** Link of the QR code, which staff verify at the entrance. */
  readonly entryLink: string
  /** Guests of the party have come. */
  readonly hasArrived: boolean
  readonly now: Date
}

/** Describes a dinner's status for its guest. */
export function describeDinner(facts: Facts): DinnerShown {
  const { dinner, venue, link, entryLink, hasArrived, now } = facts
  const state = statusOf(dinner, { graceMinutes: venue.graceMinutes, now })
  const isAhead = state === 'coming' || state === 'late'
  const promise = promiseText(facts, now)
  const changeFacts = { ...dinner, cancelHours: venue.diningCancelHours }
  return {
    state,
    title:
      state === 'coming' && !hasArrived
        ? promise.title
        : wasUnanswered(dinner)
          ? UNANSWERED_TITLE
          : TITLES[state],
    status: statusLabel(dinner, promise),
    isGood: state !== 'cancelled',
    messages: messagesOf(state, facts, promise),
    date: formatDate(dinner.date),
    time: formatClock(dinner.time),
    party: partyText(dinner.guestCount),
    seen: seenDinner(dinner),
    facts: [
      ['Party size', partyText(dinner.guestCount)],
      ['Name', dinner.guestName],
      ...(dinner.guestPhone ? [['Phone', dinner.guestPhone] as const] : []),
      ['Email', dinner.guestEmail],
      ['Where', `${venue.name}, ${addressLine(venue)}`],
    ],
    specialRequests: dinner.specialRequests,
    points: isAhead ? pointsOf(facts) : [],
    link,
    entry: isAhead && hasCalendarEntry(dinner) ? { code: dinner.entryCode, ...qrPath(entryLink) } : null,
    change: isAhead
      ? {
          isPossible: !hasArrived && canChange(changeFacts, now) === 'yes',
          until: momentText(changeUntil(changeFacts)),
          canGiveUp: !hasArrived && canGiveUp(dinner, now),
          arrived: hasArrived ? refusal('arrived').text : null,
        }
      : null,
    hasOpenDetails: isAhead && dinner.startsAt > now,
    hasCalendar: (isAhead || state === 'cancelled') && hasCalendarEntry(dinner),
    email: dinner.guestEmail,
    directionsUrl: directionsTo(venue),
  }
}

const TITLES: Record<DinnerShown['state'], string> = {
  coming: 'Your dinner',
  late: 'Your dinner',
  over: 'This dinner is over',
  completed: 'Your dinner',
  cancelled: 'Dinner cancelled',
}

function statusLabel(dinner: Dinner, promise: PromiseText): string {
  const { status } = dinner
  if (status === 'completed') return 'Completed'
  if (wasUnanswered(dinner)) return 'Not answered'
  return status === 'cancelled' ? 'Cancelled' : promise.status
}

const ARRIVED = 'Your party is here. Enjoy your dinner.'

function messagesOf(
  state: DinnerShown['state'],
  { dinner, venue, hasArrived }: Facts,
  promise: PromiseText,
): string[] {
  switch (state) {
    case 'coming':
      return [hasArrived ? ARRIVED : promise.text]
    case 'late': {
      if (hasArrived) return [ARRIVED]
      if (promiseOf(dinner) === 'waiting')
        return ['We have not confirmed your request. Please call us before you come.']
      const { time } = wallClock(addMinutes(dinner.startsAt, venue.graceMinutes))
      return [
        `We held your table until ${formatClock(time)}, ${venue.graceMinutes} minutes after the booked time. On your way? Please call us, and we will do our best.`,
      ]
    }
    case 'over':
    case 'completed':
      return [`Thank you for joining us. We hope to see you again at ${venue.name}.`]
    case 'cancelled':
      return [
        dinner.cancelReason === 'guest'
          ? 'You cancelled this dinner. You owe nothing.'
          : wasUnanswered(dinner)
            ? `We are sorry. ${UNANSWERED_TEXT} Please call us, and we will find you another evening.`
            : `${venue.name} had to cancel this dinner. We are sorry. Please call us, and we will find you another evening.`,
      ]
  }
}

function pointsOf({ dinner, venue: { diningCancelHours: cancelHours }, now }: Facts): string[] {
  const until = changeUntil({ startsAt: dinner.startsAt, cancelHours })
  return now > until
    ? []
    : [
        `You can move or cancel here until ${momentText(until)}, ${countText(cancelHours, 'hour')} before your dinner.`,
      ]
}
