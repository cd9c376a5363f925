import { attendanceOf } from '#features/reservation-management/arrivals/rules.ts'
import type { Attendance } from '#features/reservation-management/arrivals/schema.ts'
import {
  friendArrival,
  friendsToCome,
  guestsOut,
  guestsToCome,
} from '#features/reservation-management/tonight/admission/rules.ts'
import {
  allCameText,
  dueLines,
  endedText,
  isOver,
  mergedLines,
  outText,
  overLines,
  sinceLines,
  tableLine,
  toComeText,
} from '#features/reservation-management/check-in/verdict-lines/rules.ts'
import { parseEntryToken } from '#lib/entry-token.ts'
import { countText } from '#lib/text/count.ts'
import { withPartyText } from '#features/reservation-management/entry-shares/rules.ts'
import type { Party } from '#features/reservation-management/tonight/schema.ts'
import { clockAt } from '#lib/venue-time.ts'
import type { CodeOwner, ExpectedParty, Scanned, Verdict } from './schema.ts'

/** Longest text that can hold one of our codes: a link with a long host name. */
const MAX_TEXT = 400
const SHORT_CODE = /^[A-Z0-9]{8}$/
const SHORT_TOKEN = /^[A-Za-z0-9_-]{43}$/
/** Page of a reservation, of an entry of a guest list, or of a friend of a party. */
const GUEST_PAGE = /^\/(my-reservation|list-entry|shared-entry)\/([^/]+)\/?$/
const OWNERS: Readonly<Record<string, CodeOwner>> = { 'list-entry': 'entry', 'shared-entry': 'share' }

/** Reads a scanned or typed text. The signature of a token is not verified yet. */
export function readScanned(given: string): Scanned {
  const text = given.trim()
  if (text.length > MAX_TEXT) return { kind: 'too_long', length: text.length }
  const compact = text.replaceAll(/[\s-]/g, '').toUpperCase()
  if (SHORT_CODE.test(compact)) return { kind: 'code', code: compact }
  const url = URL.canParse(text) && /^https?:/i.test(text) ? new URL(text) : null
  if (!url) return { kind: 'text', text }
  const [, page = '', segment = ''] = GUEST_PAGE.exec(url.pathname) ?? []
  const token = parseEntryToken(segment)
  if (token) return { kind: 'token', of: OWNERS[page] ?? 'reservation', token, isGenuine: 'unchecked' }
  return SHORT_TOKEN.test(segment)
    ? { kind: 'old_link', token: segment }
    : { kind: 'other_link', host: url.host }
}

type Coded = Pick<ExpectedParty, 'id' | 'entryCode' | 'shares' | 'merged'>
type Share = Party['shares'][number]

/** A party of tonight, and its friend where the code is that of a friend. */
export type FoundParty<P> = { readonly party: P; readonly share: Share | null }

/** The party of a scanned text on tonight's list. A token whose signature is false, or of an unknown key, has none. */
export function findParty<P extends Coded>(
  scanned: Scanned,
  parties: readonly P[],
): FoundParty<P> | undefined {
  const isScanned = (it: { readonly id: string; readonly entryCode: string }): boolean =>
    scanned.kind === 'code'
      ? it.entryCode === scanned.code
      : scanned.kind === 'token' &&
        (scanned.isGenuine === true || scanned.isGenuine === 'unchecked') &&
        it.id === scanned.token.id
  for (const party of parties) {
    if (isScanned(party)) return { party, share: null }
    const share = party.shares?.find(isScanned)
    if (share) return { party, share }
  }
  const merged = parties.find((it) => it.merged?.some(isScanned))
  return merged && { party: merged, share: null }
}

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
  const due = dueLines(party, now)
  if (came && guestsOut(attendanceOf(party)) > 0)
    return {
      ...verdict,
      kind: 'back',
      look: due.length > 0 || party.leftAt !== null ? 'ask' : 'go',
      title: 'Back in',
      friend,
      lines: [...due, ...placeLines(party, attendanceOf(party), now), outText(party, attendanceOf(party))],
      admits: 'at_once',
    }
  if (came)
    return {
      ...verdict,
      kind: 'here_already',
      look: 'ask',
      title: 'Here already',
      friend,
      lines: [...due, ...ownTableLines(party), `Since ${clockAt(came.happenedAt)}, by ${came.actorName}`],
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

/** Verdict about a party of tonight. `warning` says where the code itself could not be verified. */
export function verdictOnParty(party: ExpectedParty, now: Date, warning: string | null = null): Verdict {
  const verdict = verdictByState(party, attendanceOf(party), now)
  const warnings = [
    ...(party.isBlocked ? [`${party.guestName} is a blocked guest. Please ask a manager.`] : []),
    ...(warning === null ? [] : [warning]),
  ]
  if (warnings.length === 0) return verdict
  const look = verdict.look === 'go' ? 'ask' : verdict.look
  return { ...verdict, look, lines: [...verdict.lines, ...warnings] }
}

function verdictByState(party: ExpectedParty, attendance: Attendance, now: Date): Verdict {
  const about = (
    kind: Verdict['kind'],
    title: string,
    rest: Pick<Verdict, 'look' | 'lines' | 'admits'>,
  ): Verdict => ({ kind, title, partyId: party.id, ...rest })
  const asks = { look: 'ask', admits: 'after_question' } as const
  const { state } = attendance
  const toCome = guestsToCome(party, attendance)
  if (state === 'cancelled')
    return about('cancelled', cancelledTitle(party), {
      look: 'stop',
      lines: cancelledLines(party),
      admits: 'after_question',
    })
  const due = dueLines(party, now)
  if (state === 'left' && party.leftAt !== null)
    return about('left', 'Left already', {
      ...asks,
      lines: [`Left at ${clockAt(party.leftAt)}`, ...releasedLines(party), ...due],
    })
  const out = guestsOut(attendance)
  const stillToCome = toCome > 0 ? [toComeText(party, attendance)] : []
  if (state === 'left' || (toCome === 0 && out > 0))
    return about('back', 'Back in', {
      look: due.length > 0 || isOver(party, now) || party.leftAt !== null ? 'ask' : 'go',
      lines: [...due, ...placeLines(party, attendance, now), outText(party, attendance), ...stillToCome],
      admits: 'at_once',
    })
  if (toCome === 0)
    return about('here_already', 'Here already', {
      ...asks,
      lines: [...due, ...ownTableLines(party), allCameText(party, attendance), ...sinceLines(party)],
    })
  // A part of the party came before it was cancelled, deleted, or taken off the list.
  if (party.status === 'cancelled')
    return about('cancelled', cancelledTitle(party), {
      ...asks,
      lines: [...cancelledLines(party), ...stillToCome, ...(party.list ? [] : releasedLines(party))],
    })
  if (party.leftAt !== null)
    return about('released', 'Table released', {
      ...asks,
      lines: [...releasedLines(party), toComeText(party, attendance), ...due],
    })
  if (isOver(party, now))
    return about('over', 'Dinner over', {
      ...asks,
      lines: [...overLines(party, attendance), toComeText(party, attendance), ...due],
    })
  const unconfirmed = unconfirmedText(party)
  if (unconfirmed !== null)
    return about('unconfirmed', 'Not confirmed', { ...asks, lines: [tableLine(party), unconfirmed] })
  const coming = comingLines(party, attendance)
  return due.length > 0
    ? about('due', 'Money due', { look: 'ask', lines: [...due, ...coming], admits: 'at_once' })
    : about('come_in', 'Come in', { look: 'go', lines: coming, admits: 'at_once' })
}

/** The table of a party, or that it was released and may be another party's. */
const ownTableLines = (party: ExpectedParty): string[] =>
  party.leftAt === null ? [tableLine(party)] : releasedLines(party)

/** The same for guests who come back, with the end of a dinner that is over. */
const placeLines = (party: ExpectedParty, attendance: Attendance, now: Date): string[] =>
  isOver(party, now) ? overLines(party, attendance) : ownTableLines(party)

/** Table and guests of a party that comes. */
function comingLines(party: ExpectedParty, attendance: Attendance): string[] {
  const [friends, out] = [friendsToCome(party), guestsOut(attendance)]
  return [
    tableLine(party),
    toComeText(party, attendance),
    ...(out > 0 ? [outText(party, attendance)] : []),
    ...(friends > 0 ? [`${countText(friends, 'friend')} with a code of their own`] : []),
    ...mergedLines(party),
  ]
}

const cancelledTitle = ({ list }: ExpectedParty): string => (list ? 'Removed' : 'Cancelled')
const cancelledLines = ({ list }: ExpectedParty): string[] => [
  list ? `Taken off the list ${list.name}.` : 'This booking was cancelled.',
]

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

/** A party that did not come in time, or had left: its table was released, and may be another party's by now. */
const releasedLines = (party: ExpectedParty): string[] => [
  ...(party.tableNumbers.length > 0 ? [`${tableLine(party)}: released, may be another party's now.`] : []),
  'Please ask the host for a table.',
]

/** Question before guests of a dinner that is over enter; null where it needs none. */
export const questionAfterDinner = (party: ExpectedParty, guests: number): string | null =>
  guests > guestsOut(attendanceOf(party))
    ? `${endedText(party)} Let ${countText(guests, 'guest')} in all the same?`
    : null

/** Verdict that lets no guest in. */
export const stop = (kind: Verdict['kind'], title: string, lines: readonly string[]): Verdict => ({
  kind,
  look: 'stop',
  title,
  lines,
  partyId: null,
  admits: 'no',
})

/** Question before guests enter where that is unusual; null where it needs none. */
export function questionBefore(
  party: ExpectedParty,
  guests: number,
  share: Share | null = null,
): string | null {
  const attendance = attendanceOf(party)
  const toCome = guestsToCome(party, attendance)
  const out = guestsOut(attendance)
  if (share && friendArrival(party, share) && out === 0)
    return `${share.guestName} is here already. Let 1 more guest of this party in?`
  const cancelled = `${party.list ? 'This name was taken off the list' : 'This booking was cancelled'}. Let ${countText(guests, 'guest')} in anyway?`
  if (attendance.state === 'cancelled') return cancelled
  if (attendance.state === 'left' && party.leftAt !== null)
    return `This party has left. Let ${countText(guests, 'guest')} in again?`
  if (party.leftAt !== null && guests > out)
    return `The table of this party was released. Let ${countText(guests, 'guest')} in all the same?`
  if (toCome + out === 0)
    return `All ${Math.max(party.guestCount, attendance.arrived)} of this party are here already. Let ${guests} more in?`
  if (party.status === 'cancelled' && guests > out) return cancelled
  if (guests > toCome + out)
    return `${attendance.inside + guests} guests in a party of ${party.guestCount}. Let them all in?`
  return guests <= out || unconfirmedText(party) === null
    ? null
    : 'This booking is not confirmed. Let them in anyway?'
}
