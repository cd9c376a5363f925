import { attendanceOf } from '#features/reservation-management/arrivals/rules.ts'
import type {
  ArrivalEvent,
  Attendance,
  AttendanceState,
} from '#features/reservation-management/arrivals/schema.ts'
import { byTime, marksOf, mergeParties } from '#features/reservation-management/tonight/rules.ts'
import type { Party, PartyType, Tag, Tonight } from '#features/reservation-management/tonight/schema.ts'
import { phoneSearches } from '#lib/phone.ts'

/** A party with its computed state and the text that a search looks in. */
export type ShownParty = Party & {
  readonly attendance: Attendance
  readonly shownTags: readonly Tag[]
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

/** The events with those of `added` that are not among them. */
export function withMissing(
  events: readonly ArrivalEvent[],
  added: readonly ArrivalEvent[],
): readonly ArrivalEvent[] {
  const known = new Set(events.map(({ id }) => id))
  return [...events, ...added.filter(({ id }) => !known.has(id))]
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

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

/** The parties of a night as they are shown, with the events that this device recorded. */
export function toShownParties(parties: readonly Party[], pending?: PendingEvents): ShownParty[] {
  const otherOf = finderOfOther(parties)
  return parties.map((party) => toShown(party, pending?.get(party.id), otherOf(party)))
}

export function toShown(
  party: Party,
  pending: readonly ArrivalEvent[] = [],
  other: Party | null = null,
): ShownParty {
  const events = withMissing(party.events, pending)
  return {
    ...party,
    events,
    attendance: attendanceOf({ ...party, events }),
    shownTags: marksOf(party),
    other,
    searchText: [
      party.guestName,
      party.entryCode,
      digitsOf(party.guestPhone ?? ''),
      party.tableNumbers.map((it) => `table ${it}`).join(' '),
      party.list?.name ?? '',
      party.list?.promoter ?? '',
    ]
      .join('\n')
      .toLowerCase(),
  }
}

export type TypeFilter = PartyType | 'all'
export const STATE_FILTERS = ['all', 'to_come', 'here', 'left', 'no_show', 'cancelled'] as const
export type StateFilter = (typeof STATE_FILTERS)[number]

const STATES_OF: Readonly<Record<StateFilter, readonly AttendanceState[]>> = {
  all: ['expected', 'part_arrived', 'arrived', 'seated', 'left', 'no_show'],
  to_come: ['expected', 'part_arrived'],
  here: ['part_arrived', 'arrived', 'seated'],
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
  const text = search.trim().toLowerCase()
  const texts = text === '' ? [''] : [text, ...phoneSearches(text)]
  const states = text === '' ? STATES_OF[state] : null
  return parties.filter(
    (party) =>
      (type === 'all' || party.type === type) &&
      (states === null || states.includes(party.attendance.state)) &&
      texts.some((it) => party.searchText.includes(it)),
  )
}

export const countIn = (parties: readonly ShownParty[], state: StateFilter): number =>
  parties.filter(({ attendance }) => STATES_OF[state].includes(attendance.state)).length
