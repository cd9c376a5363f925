import {
  attendanceOf,
  firstArrivals,
  standingEvents,
} from '#features/reservation-management/arrivals/rules.ts'
import type { Attendance } from '#features/reservation-management/arrivals/schema.ts'
import { coverOwedText } from '#features/reservation-management/cover/rules.ts'
import { parseEntryToken } from '#lib/entry-token.ts'
import { formatUsdShort } from '#lib/money.ts'
import { listText } from '#lib/text/list-text.ts'
import { countText } from '#lib/text/count.ts'
import { type CalendarDate, formatClock, formatDate, wallClock } from '#lib/venue-time.ts'
import { withPartyText } from '#features/reservation-management/entry-shares/rules.ts'
import type { Party } from '#features/reservation-management/tonight/schema.ts'
import type { ExpectedParty, FoundReservation, Scanned, Verdict } from './schema.ts'

/** Longest text that can hold one of our codes: a link with a long host name. */
const MAX_TEXT = 400
const SHORT_CODE = /^[A-Z0-9]{8}$/
const SHORT_TOKEN = /^[A-Za-z0-9_-]{43}$/
/** Page of a reservation, of an entry of a guest list, or of a friend of a party. */
const GUEST_PAGE = /^\/(?:my-reservation|list-entry|shared-entry)\/([^/]+)\/?$/

/** Reads a scanned or typed text. The signature of a token is not verified yet. */
export function readScanned(given: string): Scanned {
  const text = given.trim()
  if (text.length > MAX_TEXT) return { kind: 'too_long', length: text.length }
  const compact = text.replaceAll(/[\s-]/g, '').toUpperCase()
  if (SHORT_CODE.test(compact)) return { kind: 'code', code: compact }
  const url = URL.canParse(text) && /^https?:/i.test(text) ? new URL(text) : null
  if (!url) return { kind: 'text', text }
  const [, segment = ''] = GUEST_PAGE.exec(url.pathname) ?? []
  const token = parseEntryToken(segment)
  if (token) return { kind: 'token', token, isGenuine: 'unchecked' }
  return SHORT_TOKEN.test(segment)
    ? { kind: 'old_link', token: segment }
    : { kind: 'other_link', host: url.host }
}

type Coded = Pick<ExpectedParty, 'id' | 'entryCode' | 'shares' | 'merged'>
type Share = Party['shares'][number]

/** A party of tonight, and its friend where the code is that of a friend. */
export type FoundParty<P> = { readonly party: P; readonly share: Share | null }

/** The party of a scanned text on tonight's list. A token with a false signature has none. */
export function findParty<P extends Coded>(
  scanned: Scanned,
  parties: readonly P[],
): FoundParty<P> | undefined {
  const isScanned = (it: { readonly id: string; readonly entryCode: string }): boolean =>
    scanned.kind === 'code'
      ? it.entryCode === scanned.code
      : scanned.kind === 'token' && scanned.isGenuine !== false && it.id === scanned.token.id
  for (const party of parties) {
    if (isScanned(party)) return { party, share: null }
    const share = party.shares?.find(isScanned)
    if (share) return { party, share }
  }
  const merged = parties.find((it) => it.merged?.some(isScanned))
  return merged && { party: merged, share: null }
}

const clockOf = (moment: string): string => formatClock(wallClock(new Date(moment)).time)

/** `Table 7 + 8`, or for a guest list `Friends of Ama: Free until 11:00 PM` */
const tableLine = ({ tableNumbers, list }: ExpectedParty): string => {
  if (list) return [list.name, list.terms].filter((it) => it !== '').join(': ')
  return tableNumbers.length === 0 ? 'No table yet' : `Table ${tableNumbers.join(' + ')}`
}

/** `Together with Ben Lee, whose booking was merged into this one` */
const mergedLines = ({ merged = [] }: ExpectedParty): string[] =>
  merged.length === 0
    ? []
    : [`Together with ${listText(merged.map(({ guestName }) => guestName))}: merged into this booking`]

/** Guests of the party who are still to come. */
export const guestsToCome = ({ guestCount }: ExpectedParty, { arrived }: Attendance): number =>
  Math.max(0, guestCount - arrived)

/** The arrival of a friend with a code of their own; null while they are still to come. */
export const friendArrival = ({ events }: ExpectedParty, { id }: Share) =>
  standingEvents(events).find(({ kind, shareId }) => kind === 'arrived' && shareId === id) ?? null

/** Friends with codes of their own who are still to come. */
const friendsToCome = (party: ExpectedParty): number =>
  (party.shares ?? []).filter((it) => !it.isTakenBack && friendArrival(party, it) === null).length

/** Guests who enter with the host's code: those still to come, except friends with codes of their own. */
export const guestsOfHost = (party: ExpectedParty, attendance: Attendance): number =>
  Math.max(1, guestsToCome(party, attendance) - friendsToCome(party))

/** Verdict about a friend of a party of tonight, by the code of their own. */
export function verdictOnFriend(
  { party, share }: { readonly party: ExpectedParty; readonly share: Share },
  now: Date,
  warning: string | null = null,
): Verdict {
  const friend = withPartyText(share.guestName, party.guestName)
  // The friends with codes of their own are named to the host only.
  const verdict = verdictOnParty({ ...party, shares: [] }, now, warning)
  const came = friendArrival(party, share)
  if (came)
    return {
      ...verdict,
      kind: 'here_already',
      look: 'ask',
      title: 'Here already',
      friend,
      lines: [tableLine(party), `Since ${clockOf(came.happenedAt)}, by ${came.actorName}`],
      admits: 'after_question',
    }
  if (share.isTakenBack)
    return {
      ...stop('taken_back', 'Taken back', [
        `${party.guestName} took this code back. Ask for the code of ${party.guestName}.`,
      ]),
      friend,
    }
  return { ...verdict, friend }
}

/** Verdict about a party of tonight. The text of `from` warns where the code itself could not be verified. */
export function verdictOnParty(party: ExpectedParty, now: Date, warning: string | null = null): Verdict {
  const verdict = verdictByState(party, attendanceOf(party), now)
  if (warning === null) return verdict
  const look = verdict.look === 'go' ? 'ask' : verdict.look
  return { ...verdict, look, lines: [...verdict.lines, warning] }
}

function verdictByState(party: ExpectedParty, attendance: Attendance, now: Date): Verdict {
  const about = (
    kind: Verdict['kind'],
    title: string,
    rest: Pick<Verdict, 'look' | 'lines' | 'admits'>,
  ): Verdict => ({ kind, title, partyId: party.id, ...rest })
  const asks = { look: 'ask', admits: 'after_question' } as const
  const { state, arrived } = attendance
  const toCome = guestsToCome(party, attendance)
  if (state === 'cancelled')
    return about('cancelled', party.list ? 'Removed' : 'Cancelled', {
      look: 'stop',
      lines: [party.list ? `Taken off the list ${party.list.name}.` : 'This booking was cancelled.'],
      admits: 'after_question',
    })
  if (state === 'left')
    return about('left', 'Left already', { ...asks, lines: [tableLine(party), ...sinceLines(party)] })
  if (toCome === 0)
    return about('here_already', 'Here already', {
      ...asks,
      lines: [tableLine(party), `All ${party.guestCount} came`, ...sinceLines(party)],
    })
  const unconfirmed = unconfirmedText(party)
  if (unconfirmed !== null)
    return about('unconfirmed', 'Not confirmed', { ...asks, lines: [tableLine(party), unconfirmed] })
  const friends = friendsToCome(party)
  const coming = [
    tableLine(party),
    arrived > 0 ? `${toCome} of ${party.guestCount} still to come` : countText(toCome, 'guest'),
    ...(friends > 0 ? [`${countText(friends, 'friend')} with a code of their own`] : []),
    ...mergedLines(party),
  ]
  const due = dueLines(party, now)
  return due.length > 0
    ? about('due', 'Money due', { look: 'ask', lines: [...due, ...coming], admits: 'at_once' })
    : about('come_in', 'Come in', { look: 'go', lines: coming, admits: 'at_once' })
}

/**
 * Reason why a booking is not certain yet; null for one that is. A dinner with a table is: its guest was promised the table
 * at once, whether or not staff have set its status since.
 */
function unconfirmedText({ status, isHeld, type, tableNumbers }: ExpectedParty): string | null {
  if (status !== 'pending') return null
  if (type !== 'dining')
    return isHeld
      ? 'The guest is still paying for this table. Please ask a manager.'
      : 'This booking is not confirmed. Please ask a manager.'
  if (isHeld)
    return 'The waiting list offered this dinner, and the guest has not accepted it yet. Letting them in accepts it.'
  return tableNumbers.length > 0 ? null : 'No table is assigned yet. Please ask the host.'
}

/** `Since 10:02 PM, by Ama`, for the first arrival of each member of staff who recorded one. */
function sinceLines({ events }: ExpectedParty): string[] {
  const arrivals = standingEvents(events)
    .filter(({ kind }) => kind === 'arrived')
    .toSorted((a, b) => a.happenedAt.localeCompare(b.happenedAt))
  const [first] = arrivals
  return first ? [`Since ${clockOf(first.happenedAt)}, by ${first.actorName}`] : []
}

/** Amounts to collect, each with its purpose. */
function dueLines({ dueCents, cover, guestCount, type, events }: ExpectedParty, now: Date): string[] {
  const arrivals = firstArrivals(standingEvents(events))
  const coverText = coverOwedText(cover, { guests: guestCount, at: now, arrivals })
  return [
    ...(dueCents > 0
      ? [`${formatUsdShort(dueCents)} for the ${type === 'dining' ? 'dinner' : 'table'}`]
      : []),
    ...(coverText === null ? [] : [`Cover: ${coverText}`]),
  ]
}

const stop = (kind: Verdict['kind'], title: string, lines: readonly string[]): Verdict => ({
  kind,
  look: 'stop',
  title,
  lines,
  partyId: null,
  admits: 'no',
})

const NOT_OURS = 'Not one of our codes'

/** Verdict about a text that belongs to no party of tonight, as far as the device knows by itself. */
export function verdictOnOther(scanned: Scanned, tonight: CalendarDate): Verdict {
  switch (scanned.kind) {
    case 'token': {
      if (scanned.isGenuine === false)
        return stop('unknown', NOT_OURS, ['The signature is false. It may be a copy or of another venue.'])
      const { date } = scanned.token
      return date === tonight
        ? stop('moved', 'Moved', [
            "It was booked for tonight once. It is not on tonight's list now: moved to another night, or deleted.",
          ])
        : wrongNight(date)
    }
    case 'code':
      return stop('unknown', 'Not known', [`Code ${scanned.code} is not on tonight's list.`])
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

const wrongNight = (date: CalendarDate): Verdict =>
  stop('wrong_night', 'Wrong night', [`This booking is for ${formatDate(date)}.`])

/** Verdict about a code that the server found, or did not find, outside of tonight's list. */
export function verdictOnFound(found: FoundReservation | null, tonight: CalendarDate): Verdict {
  if (!found) return stop('unknown', NOT_OURS, ['No reservation has this code.'])
  if (found.mergedInto) return mergedAway(found.date, tonight, found.mergedInto)
  if (found.isDeleted) return stop('moved', 'Deleted', ['This booking was deleted. Please ask a manager.'])
  if (found.isTakenBack) return stop('taken_back', 'Taken back', ['The host took this code back.'])
  if (found.status === 'cancelled')
    return stop('cancelled', 'Cancelled', [`This booking for ${formatDate(found.date)} was cancelled.`])
  return found.date === tonight
    ? stop('unknown', 'Not on the list', [
        'It is booked for tonight, but no guest is expected. Please ask a manager.',
      ])
    : wrongNight(found.date)
}

/** Names the party that a merged booking belongs to: its guests come in with that party. */
function mergedAway(
  date: CalendarDate,
  tonight: CalendarDate,
  { guestName, tableNumbers }: NonNullable<FoundReservation['mergedInto']>,
): Verdict {
  const table = tableNumbers.length === 0 ? '' : `, table ${tableNumbers.join(' + ')}`
  const line = `It was merged into the booking of ${guestName}${table}.`
  return date === tonight
    ? stop('moved', 'Merged', [line, 'Search for that name, and let them in there.'])
    : stop('wrong_night', 'Wrong night', [line, `It is for ${formatDate(date)}.`])
}

/** Question before guests enter where that is unusual; null where it needs none. */
export function questionBefore(
  party: ExpectedParty,
  guests: number,
  share: Share | null = null,
): string | null {
  if (share && friendArrival(party, share))
    return `${share.guestName} is here already. Let 1 more guest of this party in?`
  const attendance = attendanceOf(party)
  const toCome = guestsToCome(party, attendance)
  if (attendance.state === 'cancelled')
    return `${party.list ? 'This name was taken off the list' : 'This booking was cancelled'}. Let ${countText(guests, 'guest')} in anyway?`
  if (attendance.state === 'left') return `This party has left. Let ${countText(guests, 'guest')} in again?`
  if (toCome === 0) return `All ${party.guestCount} of this party are here already. Let ${guests} more in?`
  if (guests > toCome)
    return `${attendance.arrived + guests} guests in a party of ${party.guestCount}. Let them all in?`
  return unconfirmedText(party) === null ? null : 'This booking is not confirmed. Let them in anyway?'
}
