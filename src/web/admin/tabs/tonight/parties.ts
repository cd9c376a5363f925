import { attendanceAt, canBeNoShow, doubleArrivals } from '#features/reservation-management/arrivals/rules.ts'
import type {
  ArrivalEvent,
  Attendance,
  AttendanceState,
} from '#features/reservation-management/arrivals/schema.ts'
import { guestsToCome } from '#features/reservation-management/tonight/admission/rules.ts'
import { byTime, marksOf, mergeParties } from '#features/reservation-management/tonight/rules.ts'
import type { Party, PartyType, Tag, Tonight } from '#features/reservation-management/tonight/schema.ts'
import { matchesSearch, searchTextOf } from '#features/reservation-management/tonight/party-search/rules.ts'
import { phoneSearches } from '#lib/phone.ts'
import { plainText } from '#lib/text/plain-text.ts'

/** A party with its computed state and the text that a search looks in. */
export type ShownParty = Party & {
  readonly attendance: Attendance
  readonly shownTags: readonly Tag[]
  /** Its booked time has come, so that it can be a no-show. */
  readonly canBeNoShow: boolean
  /** The time of the party is over. */
  readonly isOver: boolean
  /** Two devices may have admitted the same guests. */
  readonly isDouble: boolean
  readonly searchText: string
  /** The night of a dinner's guests, or the dinner of a night's; null without one. */
  readonly other: Pick<Party, 'type' | 'startsAt' | 'tableNumbers'> | null
}

/** The parties of an answer by time and name. */
export const inOrder = (tonight: Tonight): Tonight => ({
  ...tonight,
  parties: tonight.parties.toSorted(byTime),
})

/** The last answer with a newer one merged into it; null where the whole list has to be read again. */
export function mergeTonight(before: Tonight | undefined, answer: Tonight): Tonight | null {
  const parties = mergeParties(before, answer)
  return parties && { ...answer, parties }
}

/** Events that this device recorded and that are not part of an answer yet. */
export type PendingEvents = ReadonlyMap<string, readonly ArrivalEvent[]>

/** Events or cover with those of `added` that are not among them. */
export function withMissing<T extends { readonly id: string }>(
  recorded: readonly T[],
  added: readonly T[],
): readonly T[] {
  const known = new Set(recorded.map(({ id }) => id))
  return [...recorded, ...added.filter(({ id }) => !known.has(id))]
}

/** The party with events that were recorded. An arrival that is taken back takes its free cover, of the same id, with it. */
export function withRecorded({ cover, ...party }: Party, events: readonly ArrivalEvent[]): Party {
  const known = new Set(cover?.taken.map(({ id }) => id))
  const takenBack = events
    .filter(({ undoesId }) => undoesId !== null && known.has(undoesId))
    .map(({ id, undoesId, happenedAt, actorName }) => ({ id, undoesId, items: [], happenedAt, actorName }))
  return {
    ...party,
    events: withMissing(party.events, events),
    cover: cover && { ...cover, taken: withMissing(cover.taken, takenBack) },
  }
}

const byStart = (a: Party, b: Party): number =>
  a.startsAt.localeCompare(b.startsAt) || a.id.localeCompare(b.id)

/**
 * Finds the dinner or the night of the same guests, as the reservation's page does: the night keeps the table, or else one guest
 * booked both. Of several it is the earliest.
 */
function finderOfOther(parties: readonly Party[]): (party: Party) => Party | null {
  const standing = parties.filter(isStanding).toSorted(byStart)
  // The first of a key is set last.
  const firstBy = (type: PartyType, keyOf: (party: Party) => string | null | undefined) =>
    new Map(
      standing.toReversed().flatMap((it) => {
        const key = keyOf(it) ?? ''
        return it.type === type && key !== '' ? [[key, it] as const] : []
      }),
    )
  const dinners = firstBy('dining', ({ id }) => id)
  const nightsOf = firstBy('nightlife', ({ dinnerId }) => dinnerId)
  const dinnersOfGuest = firstBy('dining', ({ guest }) => guest?.id)
  const nightsOfGuest = firstBy('nightlife', ({ guest }) => guest?.id)
  return (party) => {
    const { id, type, dinnerId, guest } = party
    if (!isStanding(party) || (type !== 'dining' && type !== 'nightlife')) return null
    const kept = type === 'dining' ? nightsOf.get(id) : dinners.get(dinnerId ?? '')
    const booked = (type === 'dining' ? nightsOfGuest : dinnersOfGuest).get(guest?.id ?? '')
    return kept ?? booked ?? null
  }
}

const isStanding = ({ status, isHeld }: Party): boolean => status !== 'cancelled' && !isHeld

/** The parties of a night as they are shown at a moment, with the events that this device recorded. */
export function toShownParties(parties: readonly Party[], now: Date, pending?: PendingEvents): ShownParty[] {
  const otherOf = finderOfOther(parties)
  return parties.map((party) =>
    toShown(party, now, { pending: pending?.get(party.id), other: otherOf(party) }),
  )
}

type Beside = { readonly pending?: readonly ArrivalEvent[] | undefined; readonly other?: Party | null }

export function toShown(party: Party, now: Date, { pending = [], other = null }: Beside = {}): ShownParty {
  const events = withMissing(party.events, pending)
  return {
    ...party,
    events,
    attendance: attendanceAt({ ...party, events }, now),
    shownTags: marksOf(party),
    canBeNoShow: canBeNoShow({ startsAt: new Date(party.startsAt) }, now),
    isOver: Date.parse(party.endsAt) <= now.getTime(),
    isDouble: doubleArrivals({ ...party, events }).length > 0,
    other,
    searchText: searchTextOf(party, party.guestPhone),
  }
}

/** Kinds of visit. Walk-ins are dinners and night tables, too: staff booked them when their guests came. */
export const TYPE_FILTERS = ['all', 'dining', 'nightlife', 'guest_list', 'walk_in'] as const
export type TypeFilter = (typeof TYPE_FILTERS)[number]
/**
 * `due` are the parties that have to pay at the venue, `unrecorded` those whose time is over without an arrival or a no-show,
 * `twice` those that two devices may have admitted both.
 */
export const STATE_FILTERS = [
  'all',
  'to_come',
  'here',
  'left',
  'no_show',
  'cancelled',
  'due',
  'unrecorded',
  'twice',
] as const
/** Filters that are offered while a party matches. */
export const RARE_FILTERS: readonly StateFilter[] = ['due', 'unrecorded', 'twice']
export type StateFilter = (typeof STATE_FILTERS)[number]

const isOfType = ({ type, source }: ShownParty, filter: TypeFilter): boolean =>
  filter === 'all' || (filter === 'walk_in' ? source === 'walk_in' : type === filter)

/** Parties that came or are still waited for, with an amount due: the Overview counts the same. */
const hasToPay = ({ dueCents, isHeld, isDeleted, leftAt, attendance }: ShownParty): boolean =>
  dueCents > 0 &&
  !isHeld &&
  !isDeleted &&
  (attendance.arrived > 0 || (leftAt === null && attendance.state !== 'no_show'))

/** Nothing was recorded of a party whose time is over: it is not waited for any more, and may be a no-show. */
export const isUnrecorded = ({ attendance, isOver }: Pick<ShownParty, 'attendance' | 'isOver'>): boolean =>
  isOver && attendance.state === 'expected'

function isInState(party: ShownParty, filter: StateFilter): boolean {
  if (filter === 'due') return hasToPay(party)
  if (filter === 'unrecorded') return isUnrecorded(party)
  if (filter === 'to_come' && party.isOver) return false
  // Those who are outside come back; it is the missing ones who are to come.
  if (filter === 'to_come' && party.attendance.state === 'out')
    return guestsToCome(party, party.attendance) > 0
  return filter === 'twice' ? party.isDouble : STATES_OF[filter].includes(party.attendance.state)
}

type PlainState = Exclude<StateFilter, 'due' | 'unrecorded' | 'twice'>

const STATES_OF: Readonly<Record<PlainState, readonly AttendanceState[]>> = {
  all: ['expected', 'part_arrived', 'arrived', 'seated', 'out', 'left', 'no_show'],
  to_come: ['expected', 'part_arrived'],
  here: ['part_arrived', 'arrived', 'seated', 'out'],
  left: ['left'],
  no_show: ['no_show'],
  cancelled: ['cancelled'],
}

export type PartyFilter = {
  readonly search: string
  readonly type: TypeFilter
  readonly state: StateFilter
}

/** Parties that match. A search looks through every state, because the guest at the door may be cancelled. */
export function filterParties(
  parties: readonly ShownParty[],
  { search, type, state }: PartyFilter,
): ShownParty[] {
  const text = plainText(search.trim())
  const texts = text === '' ? [''] : [text, ...phoneSearches(text)]
  return parties.filter(
    (party) =>
      isOfType(party, type) &&
      (text !== '' || isInState(party, state)) &&
      texts.some((it) => matchesSearch(party.searchText, it)),
  )
}

/** The parties of a kind, in every state. */
export const ofKind = (parties: readonly ShownParty[], type: TypeFilter): readonly ShownParty[] =>
  parties.filter((party) => isOfType(party, type))

export const countIn = (parties: readonly ShownParty[], state: StateFilter): number =>
  parties.filter((party) => isInState(party, state)).length
