import {
  coverExcessText,
  coverOwedText,
  wholeParty,
} from '#features/reservation-management/arrivals/cover/rules.ts'
import {
  attendanceOf,
  firstArrivals,
  standingEvents,
} from '#features/reservation-management/arrivals/rules.ts'
import type { CloseForm, Closing, Decision, UndecidedParty } from '#features/close-out/schema.ts'
import type { CheckInDevice } from '#features/reservation-management/check-in/devices/schema.ts'
import type { Party } from '#features/reservation-management/tonight/schema.ts'
import { countText } from '#lib/text/count.ts'
import { spanText } from '#lib/text/span-text.ts'
import {
  addHours,
  businessDate,
  type CalendarDate,
  formatDate,
  formatMoment,
  clockAt,
} from '#lib/venue-time.ts'

type Expected = Pick<
  Party,
  'id' | 'type' | 'status' | 'isOffered' | 'isUnanswered' | 'guestCount' | 'leftAt' | 'events' | 'startsAt'
>

const isReservation = ({ type }: Pick<Party, 'type'>): boolean => type !== 'guest_list'

/**
 * Dinners and night tables without a recorded arrival. Guest lists owe nothing and are not asked about. Guests of the waiting list who
 * have not accepted an offer never booked, nor have those of a large party whom staff never answered.
 */
export const isUndecided = (party: Expected): boolean =>
  isReservation(party) && !party.isOffered && !party.isUnanswered && attendanceOf(party).state === 'expected'

/** Parties whose guests are still counted inside. */
export const isStaying = (party: Expected): boolean => attendanceOf(party).inside > 0

/** Reservations that came: their stay ends with the night. */
export const hasCome = (party: Expected): boolean =>
  isReservation(party) &&
  ['part_arrived', 'arrived', 'seated', 'out', 'left'].includes(attendanceOf(party).state)

/** Reservations that came and have not paid all that is due at the venue. */
export const isUnpaid = (party: Expected & Pick<Party, 'dueCents' | 'isDeleted'>): boolean =>
  hasCome(party) && party.dueCents > 0 && !party.isDeleted

/**
 * Cover of the guests of a party who came that is not recorded, as staff read it; null where none is missing, and for a
 * deleted one, of which nothing is asked any more.
 */
export function missingCover(party: Expected & Pick<Party, 'cover' | 'isDeleted'>, now: Date): string | null {
  if (party.isDeleted) return null
  const guests = attendanceOf(party).arrived
  const arrivals = firstArrivals(standingEvents(party.events))
  return guests === 0 ? null : coverOwedText(party.cover, { guests, at: now, arrivals })
}

/** Cover of a party that is recorded for more guests than it has; null where it is not. */
export const excessCover = (party: Expected & Pick<Party, 'cover'>, now: Date): string | null =>
  coverExcessText(party.cover, wholeParty(party, now))

/**
 * A night whose guests came to their dinner and kept its table: they sit there already and are not checked in again, so a
 * missing arrival does not mean that they stayed away.
 */
export const hasStayedOn = ({ dinnerId }: Pick<Party, 'dinnerId'>, parties: readonly Expected[]): boolean =>
  dinnerId !== null && parties.some((it) => it.id === dinnerId && hasCome(it))

/** Hours after the roll-over of the business day during which the night before is the one to close. */
const CLOSING_HOURS = 9

/** The night that a manager closes now: until 3 PM the one that has just ended. */
export const nightToClose = (now: Date): CalendarDate => businessDate(addHours(now, -CLOSING_HOURS))

type Night = {
  readonly date: CalendarDate
  readonly today: CalendarDate
  readonly now: Date
  readonly parties: readonly Expected[]
}

/** Refusal text for closing a night that is not over yet; null where it can be closed. */
export function closeProblem({ date, today, now, parties }: Night): string | null {
  if (date > today) return `${formatDate(date)} is still to come. A night can be closed once it has begun.`
  const next = parties
    .filter((party) => isUndecided(party) && Date.parse(party.startsAt) > now.getTime())
    .map(({ startsAt }) => startsAt)
    .toSorted()
    .at(-1)
  return next === undefined
    ? null
    : `Parties are expected until ${clockAt(next)}. The night can be closed after that.`
}

/**
 * State of a check-in device: `Ama Boateng's phone (Safari, iPhone), since 9:12 PM: 3 acts not sent, last heard 2:10 AM`, or
 * `last heard 4 min ago, may have unsent acts` of a silent one.
 */
export function deviceText(device: CheckInDevice): string {
  const { name, unsent, firstHeardAt, heardAt, minutesAgo } = device
  const known = `${name}, since ${clockAt(firstHeardAt)}`
  if (isUnknown(device)) return `${known}: last heard ${spanText(minutesAgo)} ago, may have unsent acts`
  const sent = unsent === 0 ? 'everything sent' : `${countText(unsent, 'act')} not sent`
  return `${known}: ${sent}, last heard ${clockAt(heardAt)}`
}

export const hasUnsent = ({ unsent }: CheckInDevice): boolean => unsent > 0

/** Whether a device that had sent everything has said nothing for a while. */
export const isUnknown = ({ unsent, isSilent }: CheckInDevice): boolean => unsent === 0 && isSilent

/**
 * Refusal text while devices have queued acts and no reason is given, or are silent and staff do not confirm that they
 * have nothing left; null otherwise.
 */
export function unsentProblem(
  devices: readonly CheckInDevice[],
  { reason, hasNothingLeft = false }: Pick<CloseForm, 'reason' | 'hasNothingLeft'>,
): string | null {
  const textsOf = (isMeant: (device: CheckInDevice) => boolean): string =>
    devices.filter(isMeant).map(deviceText).join('; ')
  if (reason === '' && devices.some(hasUnsent))
    return `${textsOf(hasUnsent)}. Wait until everything is sent, or enter a reason to close anyway.`
  return hasNothingLeft || !devices.some(isUnknown)
    ? null
    : `${textsOf(isUnknown)}. Look at these devices, then confirm that they have nothing left to send.`
}

/** Errors by field of the form that closes a night, where devices have acts or may have some. */
export const unsentErrors = (
  devices: readonly CheckInDevice[],
  { reason, hasNothingLeft = false }: Pick<CloseForm, 'reason' | 'hasNothingLeft'>,
): Readonly<Record<string, string>> => ({
  ...(devices.some(hasUnsent) && reason.trim() === ''
    ? { reason: 'Wait until everything is sent, or enter a reason to close anyway.' }
    : {}),
  ...(devices.some(isUnknown) && !hasNothingLeft
    ? { hasNothingLeft: 'Look at these devices first, then tick the box.' }
    : {}),
})

const NAMED = 3

const namesText = (names: readonly string[]): string =>
  names.length <= NAMED
    ? names.join(', ')
    : `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`

/** `2 parties may have been admitted twice: Ada Obi, Kofi Mensah`; null where none was. */
export const doublesText = (names: readonly string[]): string | null =>
  names.length === 0
    ? null
    : `${countText(names.length, 'party', 'parties')} may have been admitted twice: ${namesText(names)}`

/** Refusal text where parties have no decision; null where all have one. */
export function decisionProblem(
  undecided: readonly Pick<UndecidedParty, 'id' | 'guestName'>[],
  decisions: readonly Decision[],
): string | null {
  const decided = new Set(decisions.map(({ reservationId }) => reservationId))
  const missing = undecided.filter(({ id }) => !decided.has(id))
  return missing.length === 0
    ? null
    : `Please decide about ${namesText(missing.map(({ guestName }) => guestName))}: no-show, excused, or came.`
}

export const closedText = ({ at, actorName }: Pick<Closing, 'at' | 'actorName'>, now: Date): string =>
  `${actorName} closed this night ${formatMoment(new Date(at), now)}.`
