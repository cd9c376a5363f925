import { TAG_LABELS } from '#features/reservation-management/tonight/rules.ts'
import { doubleArrivals } from '#features/reservation-management/arrivals/rules.ts'
import {
  coverExcessText,
  coverOwed,
  coverOwedText,
  wholeParty,
} from '#features/reservation-management/arrivals/cover/rules.ts'
import type { AttendanceState } from '#features/reservation-management/arrivals/schema.ts'
import { countText } from '#lib/text/count.ts'
import { namedTables } from '#lib/text/list-text.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import { formatUsdShort } from '#lib/money.ts'
import { formatClockShort, wallClock, clockAt } from '#lib/venue-time.ts'
import { isolated } from '#lib/names/isolated.ts'
import { shownMoment } from '#ui/admin/shown-time.ts'
import { serverNow } from '#web/admin/clock/server-clock.ts'
import { isUnrecorded, type ShownParty } from './parties.ts'

export const STATE_LABELS: Readonly<Record<AttendanceState, string>> = {
  expected: 'To come',
  part_arrived: 'Part here',
  arrived: 'Here',
  seated: 'Seated',
  out: 'Out',
  left: 'Left',
  no_show: 'No-show',
  cancelled: 'Cancelled',
}

type StateFacts = Pick<
  ShownParty,
  'attendance' | 'list' | 'isHeld' | 'isOffered' | 'isOver' | 'type' | 'confirmedAt'
>

/** State of a party: a guest who was taken off a list is not cancelled but removed. */
export const stateText = (party: StateFacts): string => {
  const { list, isHeld, isOffered, confirmedAt } = party
  const { state } = party.attendance
  if (isHeld && state === 'expected') return isOffered ? 'Offered' : 'Being paid'
  if (isUnrecorded(party)) return 'No check-in'
  if (state === 'expected' && confirmedAt !== null) return 'Confirmed'
  return list && state === 'cancelled' ? 'Removed' : STATE_LABELS[state]
}

export const shortClockOf = (moment: string): string => formatClockShort(wallClock(new Date(moment)).time)

/** `Confirmed by guest Nov 27, 3:10 PM` */
export const confirmedText = (confirmedAt: string): string => `Confirmed by guest ${shownMoment(confirmedAt)}`

/** `4 of 6` once a guest has arrived, else `6`. */
export const partyText = ({ guestCount, attendance }: ShownParty): string =>
  attendance.arrived > 0 ? `${attendance.arrived} of ${guestCount}` : String(guestCount)

/** `Tables 7 + 8`; of a guest list its name. */
export const tableText = ({ tableNumbers, list }: Pick<ShownParty, 'tableNumbers' | 'list'>): string => {
  if (list) return list.name
  return tableNumbers.length === 0 ? 'No table' : capitalized(namedTables(tableNumbers))
}

/** `Table 7`, `T7+10`: short enough for a column; of a guest list its name. */
export const columnPlace = (party: Pick<ShownParty, 'tableNumbers' | 'list'>): string =>
  party.list || party.tableNumbers.length < 2 ? tableText(party) : shortTables(party)

const shortTables = ({ tableNumbers }: Pick<ShownParty, 'tableNumbers'>): string =>
  `T${tableNumbers.join('+')}`

/** Amounts to collect: `$350 due, cover $125 (5 of 6 pay $25)`; empty where nothing is. */
export function dueText(
  party: DueFacts,
  { now = serverNow(), isShort = false }: { readonly now?: Date; readonly isShort?: boolean } = {},
): string {
  const { dueCents, cover } = party
  const coverText = isOff(party) ? null : coverOwedText(cover, wholeParty(party, now))
  return [
    dueCents > 0 ? `${formatUsdShort(dueCents)} due` : '',
    coverText === null ? '' : isShort ? shortCover(coverText) : `cover ${coverText}`,
  ]
    .filter((it) => it !== '')
    .join(', ')
}

/** A party that is not expected any more pays no cover. */
const isOff = ({ attendance: { state } }: DueFacts): boolean => state === 'cancelled' || state === 'no_show'

/** `Free until 11:00 PM`: the terms of a list, while guests come by them whose cover is not recorded; else empty. */
export function openTermsText(party: DueFacts, now = serverNow()): string {
  const { list, cover } = party
  if (!list || !cover || isOff(party)) return ''
  return coverOwed(cover, wholeParty(party, now)).some(({ kind }) => kind !== 'full') ? list.terms : ''
}

/** `$40 cover`: the amount first, since the end of a line is cut off on a phone. */
const shortCover = (coverText: string): string =>
  coverText.startsWith('$') ? `${coverText.split(' ')[0]} cover` : `cover ${coverText}`

type DueFacts = Pick<ShownParty, 'dueCents' | 'cover' | 'guestCount' | 'attendance' | 'events' | 'list'>

/** `Admitted twice? 6 at 10:02 PM by Ama, 6 at 10:03 PM by Kofi`; empty where no arrival is doubtful. */
export const doubleText = (party: ShownParty): string => {
  const texts = doubleArrivals(party).map(
    ({ guests, happenedAt, actorName }) => `${guests} at ${clockAt(happenedAt)} by ${actorName}`,
  )
  return texts.length === 0 ? '' : `Admitted twice? ${texts.join(', ')}`
}

/** `Also dinner 7 PM`, `Also night, table 4`: the other reservation of the guests that evening; empty without one. */
export const otherText = ({ other }: Pick<ShownParty, 'other'>): string => {
  if (other === null) return ''
  if (other.type === 'dining') return `Also dinner ${shortClockOf(other.startsAt)}`
  return `Also night, ${tableText({ ...other, list: null }).toLowerCase()}`
}

/** `+ dinner`, `+ night`: short enough to stand below the time on a phone. */
export const otherMark = ({ other }: Pick<ShownParty, 'other'>): string =>
  other === null ? '' : `+ ${other.type === 'dining' ? 'dinner' : 'night'}`

/** `Walk-in`; empty for a party that booked before it came. */
export const sourceText = ({ source }: Pick<ShownParty, 'source'>): string =>
  source === 'walk_in' ? 'Walk-in' : ''

const joined = (texts: readonly (string | null | undefined)[]): string => texts.filter(Boolean).join(' · ')

/** `Reservation deleted`, of a party whose guests had come; else empty. */
export const deletedText = ({ isDeleted }: Pick<ShownParty, 'isDeleted'>): string =>
  isDeleted ? 'Reservation deleted' : ''

/** `Table released`: another party may have it, so guests who come late need another one; empty where none was given up for them. */
export const releasedText = ({
  leftAt,
  attendance: { state },
}: Pick<ShownParty, 'leftAt' | 'attendance'>): string =>
  leftAt !== null && state !== 'left' && state !== 'cancelled' ? 'Table released' : ''

/** Cover for too many guests, a deleted reservation or a released table, a block, terms of a list, allergies, the other reservation of the evening, notes and request in one line. */
export const notesText = (party: ShownParty): string => {
  const { guest, staffNote, specialRequests } = party
  return joined([
    coverExcessText(party.cover, wholeParty(party, serverNow())),
    deletedText(party) || releasedText(party),
    guest?.blockReason ? 'Blocked guest' : null,
    sourceText(party),
    openTermsText(party),
    guest?.allergies,
    otherText(party),
    staffNote,
    guest?.note,
    specialRequests,
  ])
}

const UNTOLD: readonly AttendanceState[] = ['no_show', 'out']

/**
 * The second line of a party on a phone: its state where the button beside it does not tell it, and after the number of guests
 * the table or the list.
 */
export const phoneState = (party: ShownParty): string =>
  isUnrecorded(party) || UNTOLD.includes(party.attendance.state) ? stateText(party) : ''

export const phonePlace = (party: ShownParty): string => {
  if (party.tableNumbers.length === 0) return tableText(party)
  return party.isDeleted ? '' : shortTables(party)
}

/** Notes on the third line of a phone, whose end is cut off. The other reservation stands below the time. */
export const phoneNotes = (party: ShownParty): string => notesText({ ...party, other: null })

/** The whole line of a party, for screen readers: `Ada Obi, VIP, 9:30 PM, 4 of 6 guests, Table 7, $350 due, Part here` */
export const spokenText = (party: ShownParty): string =>
  [
    isolated(party.guestName),
    ...party.shownTags.map((tag) => TAG_LABELS[tag]),
    clockAt(party.startsAt),
    `${partyText(party)} ${party.guestCount === 1 ? 'guest' : 'guests'}`,
    tableText(party),
    dueText(party),
    stateText(party),
    doubleText(party),
    notesText(party),
  ]
    .filter((it) => it !== '')
    .join(', ')

/** `2 walk-ins, counted at the door` */
export const countedBeforeText = (guests: number): string =>
  `${countText(guests, 'walk-in')}, counted at the door`

type EventFacts = Pick<ShownParty['events'][number], 'kind' | 'guests' | 'tableNumber' | 'wereWalkIns'>

/** `4 arrived`, `sat down at table 7` */
export function eventText({ kind, guests, tableNumber, wereWalkIns }: EventFacts): string {
  switch (kind) {
    case 'arrived':
      return wereWalkIns ? countedBeforeText(guests ?? 0) : `${guests} arrived`
    case 'left':
      return `${guests} left`
    case 'checked':
      return `${guests} came, checked`
    case 'seated':
      return tableNumber === null ? 'sat down' : `sat down at table ${tableNumber}`
    case 'no_show':
      return 'marked as a no-show'
    case 'undone':
      return 'taken back'
  }
}
