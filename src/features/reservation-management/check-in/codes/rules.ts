import { stop } from '#features/reservation-management/check-in/rules.ts'
import { tableLine } from '#features/reservation-management/check-in/verdict-lines/rules.ts'
import { standingEvents } from '#features/reservation-management/arrivals/rules.ts'
import type { ArrivalEvent } from '#features/reservation-management/arrivals/schema.ts'
import type {
  ExpectedParty,
  FoundReservation,
  Scanned,
  Verdict,
} from '#features/reservation-management/check-in/schema.ts'
import { countText } from '#lib/text/count.ts'
import { namedTables } from '#lib/text/list-text.ts'
import { type CalendarDate, formatDate, WEEKDAY_NAMES, weekdayOf, clockAt } from '#lib/venue-time.ts'

const NOT_OURS = 'Not one of our codes'

/** Time of a list that may lack later bookings: `9:30 PM`, or `Friday, 9:30 PM` of an earlier night. */
export function listTime(
  { at, date }: { readonly at: string; readonly date: CalendarDate },
  tonight: CalendarDate,
): string {
  const day = date === tonight ? '' : `${WEEKDAY_NAMES[weekdayOf(date)]}, `
  return `${day}${clockAt(at)}`
}

/**
 * Verdict about a text that belongs to no party of tonight, as far as the device knows by itself. `oldList` is the time of a
 * list that may lack what was booked since; null for a list that is kept up to date.
 */
export function verdictOnOther(
  scanned: Scanned,
  tonight: CalendarDate,
  oldList: string | null = null,
): Verdict {
  switch (scanned.kind) {
    case 'token': {
      if (scanned.isGenuine === false)
        return stop('unknown', NOT_OURS, ['The signature is false. It may be a copy or of another venue.'])
      if (scanned.isGenuine === 'unknown_key')
        return stop('unchecked', 'Cannot be checked', [
          'The code could not be checked with this list, which does not have its key.',
          'Reload the list with a connection, or search for the name.',
        ])
      const { date } = scanned.token
      return date === tonight ? verdictOnUnlisted(scanned.isGenuine, oldList) : wrongNight(date)
    }
    case 'code':
      return stop(
        'unknown',
        'Not known',
        oldList === null
          ? [`Code ${scanned.code} is not on tonight's list.`]
          : [
              `Code ${scanned.code} is not on this list of ${oldList}.`,
              'Was it booked since? Scan its QR code, which can be checked without a connection.',
            ],
      )
    case 'old_link':
      return stop('unknown', 'Not known', [
        'This link can only be checked with a connection. Search for the name, or scan the QR code.',
      ])
    case 'other_link':
      return stop('unknown', NOT_OURS, [`This is a link to ${scanned.host}.`])
    case 'too_long':
      return stop('no_code', 'Not a code', [
        `The scanner sent ${scanned.length.toLocaleString('en-US')} characters. Our codes are shorter. Please scan again.`,
      ])
    case 'text':
      return stop('no_code', 'Not a code', [
        `“${scanned.text.slice(0, 40)}” is no entry code. A code has 8 characters. You can also search for the name.`,
      ])
  }
}

/** Verdict about a code of tonight that the list does not have. Only a signature tells a booking made since from a forged one. */
function verdictOnUnlisted(isGenuine: boolean | 'unchecked', oldList: string | null): Verdict {
  if (oldList === null)
    return stop('moved', 'Moved', [
      "It was booked for tonight once. It is not on tonight's list now: moved to another night, or deleted.",
    ])
  const line = `Booked for tonight, not on this list of ${oldList}.`
  if (isGenuine !== true)
    return stop('unchecked', 'Cannot be checked', [
      `The code says: ${line.charAt(0).toLowerCase()}${line.slice(1)}`,
      'This browser cannot check the signature of codes. Find a connection, or ask a manager.',
    ])
  return {
    kind: 'not_listed',
    look: 'ask',
    title: 'Not on this list',
    lines: [line, 'The code is genuine. It may have been booked, changed or canceled since.'],
    partyId: null,
    admits: 'after_question',
  }
}

/** The verdict about such a code after its guests were let in on this device. */
export function withLetIn(verdict: Verdict, events: readonly ArrivalEvent[]): Verdict {
  const came = standingEvents(events).filter(({ kind }) => kind === 'arrived')
  if (came.length === 0) return verdict
  const lines = came.map(
    ({ guests, happenedAt, actorName }) =>
      `${countText(guests ?? 0, 'guest')} at ${clockAt(happenedAt)}, by ${actorName}`,
  )
  return { ...verdict, title: 'Let in already', lines: [...lines, ...verdict.lines] }
}

const wrongNight = (date: CalendarDate): Verdict =>
  stop('wrong_night', 'Wrong night', [`This booking is for ${formatDate(date)}.`])

/** `Friday's list` */
export const listName = (date: CalendarDate): string => `${WEEKDAY_NAMES[weekdayOf(date)]}'s list`

/** Verdict about a party of the list of an earlier night, which says nothing about tonight. */
export const verdictOnEarlierList = (party: ExpectedParty, date: CalendarDate): Verdict => ({
  kind: 'unchecked',
  look: 'ask',
  title: 'Cannot be checked',
  lines: [
    `On ${listName(date)}: ${tableLine(party)}, ${countText(party.guestCount, 'guest')}.`,
    "Tonight's list is not on this phone. Find a connection, or ask a manager.",
  ],
  partyId: party.id,
  admits: 'no',
})

/** Verdict about a code that the server found, or did not find, outside of tonight's list. */
export function verdictOnFound(found: FoundReservation | null, tonight: CalendarDate): Verdict {
  if (!found) return stop('unknown', NOT_OURS, ['No reservation has this code.'])
  if (found.mergedInto) return mergedAway(found.date, tonight, found.mergedInto)
  if (found.isDeleted) return stop('moved', 'Deleted', ['This booking was deleted. Please ask a manager.'])
  if (found.isTakenBack) return stop('taken_back', 'Taken back', ['The host took this code back.'])
  if (found.status === 'cancelled')
    return stop('cancelled', 'Cancelled', [`This booking for ${formatDate(found.date)} was cancelled.`])
  if (found.date === tonight)
    return stop('unknown', 'Not on the list', [
      'It is booked for tonight, but no guest is expected. Please ask a manager.',
    ])
  return found.formerNights?.includes(tonight)
    ? stop('moved', 'Moved', [`This booking was moved to ${formatDate(found.date)}.`])
    : wrongNight(found.date)
}

/** Names the party that a merged booking belongs to: its guests come in with that party. */
function mergedAway(
  date: CalendarDate,
  tonight: CalendarDate,
  { guestName, tableNumbers }: NonNullable<FoundReservation['mergedInto']>,
): Verdict {
  const table = tableNumbers.length === 0 ? '' : `, ${namedTables(tableNumbers)}`
  const line = `It was merged into the booking of ${guestName}${table}.`
  return date === tonight
    ? stop('moved', 'Merged', [line, 'Search for that name, and let them in there.'])
    : stop('wrong_night', 'Wrong night', [line, `It is for ${formatDate(date)}.`])
}
