import type { Snapshot } from '#features/reservation-management/check-in/schema.ts'
import type { ExpectedParty } from '#features/reservation-management/check-in/schema.ts'
import {
  attendanceAt,
  attendanceOf,
  eventOf,
  firstArrivals,
  type HeadCount,
  headCount,
  standingEvents,
} from '#features/reservation-management/arrivals/rules.ts'
import type { ArrivalEvent, WalkIns } from '#features/reservation-management/arrivals/schema.ts'
import type { CoverTaken } from '#features/payments/cover/schema.ts'
import { guestsAfter } from '#features/reservation-management/tonight/admission/rules.ts'
import { takenOf } from '#features/reservation-management/arrivals/cover/rules.ts'
import type { CoverGuests } from '#features/reservation-management/arrivals/cover/schema.ts'
import { matchesSearch, searchTextOf } from '#features/reservation-management/tonight/party-search/rules.ts'
import { digitsOf } from '#lib/phone.ts'
import { plainText } from '#lib/text/plain-text.ts'
import { spanText } from '#lib/text/span-text.ts'
import { isArrival, isCover, nightOfAct, type QueuedAct, WALK_INS } from './act-queue.ts'

export type CheckInState = {
  readonly phase: 'starting' | 'ready' | 'signed_out' | 'not_allowed' | 'no_list'
  readonly snapshot: Snapshot | null
  /** Time of the last answer, by this device's clock. */
  readonly savedAt: number | null
  readonly acts: readonly QueuedAct[]
  /** Whether changes arrive at once. */
  readonly isLive: boolean
  /** Unsent acts that are lost if the page is closed. */
  readonly unstored: number
  /** The list of this device that is too old to be shown, and whether it was deleted; null without one. */
  readonly former: FormerList | null
  /** Text of a lasting problem of the storage. */
  readonly problem: string | null
  /** Texts of the server against reading the list and against sending acts, each until that succeeds again. */
  readonly refusals: { readonly read: string | null; readonly send: string | null }
}

export type FormerList = Pick<Snapshot, 'date' | 'at'> & { readonly isDeleted: boolean }

export const FIRST_STATE: CheckInState = {
  phase: 'starting',
  snapshot: null,
  savedAt: null,
  acts: [],
  isLive: false,
  unstored: 0,
  former: null,
  problem: null,
  refusals: { read: null, send: null },
}

/** The parties of the list with the acts of this device added, and their index. */
export type Night = {
  readonly parties: readonly ExpectedParty[]
  readonly counts: HeadCount
}

const attendances = new WeakMap<ExpectedParty, ReturnType<typeof attendanceOf>>()

/** State of a party by its events, computed once for each version of it. */
export function attendanceFor(party: ExpectedParty): ReturnType<typeof attendanceOf> {
  const known = attendances.get(party)
  if (known) return known
  const attendance = attendanceOf(party)
  attendances.set(party, attendance)
  return attendance
}

/** Guests of a party who are here, and more who come in now, for what they owe. */
export const coverGuestsOf = (party: ExpectedParty, at: Date, more = 0): CoverGuests => ({
  guests: guestsAfter(attendanceFor(party), more),
  at,
  arrivals: firstArrivals(standingEvents(party.events)),
})

const withEvents = (party: ExpectedParty, added: readonly ArrivalEvent[]): ExpectedParty => {
  const known = new Set(party.events.map(({ id }) => id))
  const missing = added.filter(({ id }) => !known.has(id))
  return missing.length === 0 ? party : { ...party, events: [...party.events, ...missing] }
}

type Known = Pick<CheckInState, 'snapshot' | 'acts'>
let last: (Known & { readonly night: Night }) | null = null

/** The night as this device knows it. Memoised, because the verdict and the screen both ask for it. */
export function nightOf({ snapshot, acts }: Known): Night {
  if (last?.snapshot !== snapshot || last.acts !== acts)
    last = { snapshot, acts, night: toNight({ snapshot, acts }) }
  return last.night
}

function toNight({ snapshot, acts }: Known): Night {
  const ofDevice = Map.groupBy(
    acts.filter(({ state }) => state !== 'refused'),
    ({ partyId }) => partyId,
  )
  const parties = (snapshot?.parties ?? []).map((party) => {
    const own = ofDevice.get(party.id)
    if (!own) return party
    const events = eventsOf(own, party.id)
    const taken = own.flatMap(({ act, staff }) => (isCover(act) ? [takenOf(act, staff.name)] : []))
    return withCover(withEvents(party, events), taken)
  })
  // The time of the list, so that all devices with this list have the same counts.
  const at = new Date(snapshot?.at ?? 0)
  return {
    parties,
    counts: headCount(
      parties.map((party) => ({
        guestCount: party.guestCount,
        endsAt: party.endsAt,
        isHeld: party.isHeld,
        attendance: attendanceAt(party, at, attendanceFor(party)),
      })),
      at,
      snapshot
        ? {
            walkIns: withOwnCounts(
              snapshot,
              acts.filter(({ state }) => state !== 'refused'),
            ),
            moved: snapshot.moved,
          }
        : undefined,
    ),
  }
}

/** The events that the acts of this device become, for a party or for a code that is not on the list. */
export const eventsOf = (acts: readonly QueuedAct[], partyId: string): ArrivalEvent[] =>
  acts
    .filter((it) => it.partyId === partyId && it.state !== 'refused')
    .flatMap(({ act, staff, tableNumber }) =>
      isArrival(act) ? [eventOf(act, { name: staff.name, tableNumber })] : [],
    )

const withCover = (party: ExpectedParty, added: readonly CoverTaken[]): ExpectedParty => {
  const { cover } = party
  if (!cover) return party
  const known = new Set(cover.taken.map(({ id }) => id))
  const missing = added.filter(({ id }) => !known.has(id))
  return missing.length === 0 ? party : { ...party, cover: { ...cover, taken: [...cover.taken, ...missing] } }
}

/** Walk-ins of the night, with the heads counted on this device whom the list does not contain yet. */
function withOwnCounts(
  { date, walkIns, ownCounts, moved, parties }: Snapshot,
  acts: readonly QueuedAct[],
): WalkIns {
  const listed = new Set(parties.map(({ id }) => id))
  const counting = acts.filter(({ heads, partyId }) => heads && !listed.has(partyId))
  if (counting.length === 0) return walkIns
  // Guests of a code that was not on the list are heads until a list names their party, or counts them as moved.
  const listedActs = parties.flatMap(({ events }) => events.map(({ id }) => id))
  const known = new Set([...ownCounts, ...(moved?.acts ?? []), ...listedActs])
  const { cameIn, wentOut } = counting
    .filter((it) => !known.has(it.act.id) && nightOfAct(it) === date)
    .reduce(
      (sum, { heads }) => ({
        cameIn: sum.cameIn + (heads?.cameIn ?? 0),
        wentOut: sum.wentOut + (heads?.wentOut ?? 0),
      }),
      walkIns,
    )
  // Only guests who were counted out come back.
  return { cameIn, wentOut: Math.max(0, wentOut) }
}

type Answer = {
  /** Ids of the acts that were sent when the list was asked for. */
  readonly sentBefore: ReadonlySet<string>
  /** Time of the answer by the server's clock, and the longest time for which a sent act is kept. */
  readonly savedAt: number
  readonly maxAgeMs: number
}

/**
 * Tells the sent acts that a list contains. It names the counts of its own account only, but its sum of walk-ins is that of
 * all accounts: a count that was sent before the list was asked for is part of it, with whichever account it was recorded.
 */
export function containedIn(
  { isClosed, ownCounts, parties }: Snapshot,
  { sentBefore, savedAt, maxAgeMs }: Answer,
): (act: QueuedAct) => boolean {
  const counts = new Set(ownCounts)
  // Apart, because an arrival and its free cover have one id, and a list may contain the arrival only.
  const events = new Set(parties.flatMap((party) => party.events.map(({ id }) => id)))
  const taken = new Set(parties.flatMap(({ cover }) => cover?.taken.map(({ id }) => id) ?? []))
  return ({ state, act, partyId }) =>
    state === 'sent' &&
    (isClosed ||
      counts.has(act.id) ||
      (isCover(act) ? taken : events).has(act.id) ||
      (partyId === WALK_INS && sentBefore.has(act.id)) ||
      Date.parse(act.at) < savedAt - maxAgeMs)
}

export const unsentOf = (acts: readonly QueuedAct[]): QueuedAct[] =>
  acts.filter(({ state }) => state === 'unsent')

const MOST_FOUND = 30

const searchTexts = new WeakMap<ExpectedParty, string>()

function searchTextFor(party: ExpectedParty): string {
  const known = searchTexts.get(party)
  if (known !== undefined) return known
  const text = searchTextOf(party, party.phoneEnd)
  searchTexts.set(party, text)
  return text
}

/** The parties of a name, a code, a table or the last digits of a phone number. */
export function searchParties(parties: readonly ExpectedParty[], given: string): ExpectedParty[] {
  const text = plainText(given.trim())
  if (text === '') return []
  const digits = /^[\d\s()+.-]+$/.test(text) ? digitsOf(text).slice(-4) : null
  return parties
    .filter((party) => {
      const searched = searchTextFor(party)
      return (
        matchesSearch(searched, text) || (digits !== null && digits.length === 4 && party.phoneEnd === digits)
      )
    })
    .slice(0, MOST_FOUND)
}

/** `just now`, `12 min old`, `3 h old` */
export function ageText(savedAt: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - savedAt) / 60_000))
  return minutes < 1 ? 'less than a minute old' : `${spanText(minutes)} old`
}
