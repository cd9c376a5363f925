import { countText } from '#lib/text/count.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import type {
  ArrivalAct,
  ArrivalEvent,
  ArrivalKind,
  Attendance,
  AttendanceState,
  FirstArrival,
  MovedHeads,
  WalkIns,
} from './schema.ts'

type Party = {
  readonly status: ReservationStatus
  readonly guestCount: number
  /** Time at which the table became free before its end. */
  readonly leftAt: string | Date | null
  readonly events: readonly ArrivalEvent[]
}

const sumOf = (events: readonly ArrivalEvent[], kind: ArrivalKind): number =>
  events.filter((it) => it.kind === kind).reduce((sum, { guests }) => sum + (guests ?? 0), 0)

/**
 * Events that count: neither taken back nor an undo themselves. Devices that did not see each other may scan the code of a
 * friend twice; the first scan counts.
 */
export function standingEvents<Event extends ArrivalEvent>(events: readonly Event[]): Event[] {
  const undone = new Set(events.map(({ undoesId }) => undoesId))
  const standing = events.filter(({ id, kind }) => kind !== 'undone' && !undone.has(id))
  return standing.filter(
    (event) =>
      !event.shareId ||
      standing.every((it) => it.shareId !== event.shareId || it === event || byMoment(event, it) < 0),
  )
}

type Counted = Pick<ArrivalEvent, 'id' | 'kind' | 'guests' | 'happenedAt' | 'wereWalkIns'>

/** A party that arrives and leaves at the same moment left before: its guests changed places. */
const byMoment = (a: Counted, b: Counted): number =>
  a.happenedAt.localeCompare(b.happenedAt) || b.kind.localeCompare(a.kind) || a.id.localeCompare(b.id)

/**
 * Arrivals of a party with the guests who came for the first time with each. No guest has a name, so those who come in after
 * others left are taken for the same: a party has as many guests as were inside at once. Every figure of guests who came, and
 * the hour by which a guest list is free, follow from these. The events are those that stand.
 */
export function firstArrivals(standing: readonly Counted[]): FirstArrival[] {
  const first: FirstArrival[] = []
  let [inside, most] = [0, 0]
  for (const { kind, guests, happenedAt, wereWalkIns = false } of standing.toSorted(byMoment)) {
    if (kind === 'left') inside = Math.max(0, inside - (guests ?? 0))
    if (kind === 'arrived') inside += guests ?? 0
    if (inside > most) first.push({ at: happenedAt, guests: inside - most, wereWalkIns })
    most = Math.max(most, inside)
  }
  return first
}

/** Guests who came, each once, by the events that stand. */
export const countArrived = (standing: readonly Counted[]): number =>
  firstArrivals(standing).reduce((sum, { guests }) => sum + guests, 0)

const timesOf = (events: readonly ArrivalEvent[], kind: ArrivalKind): string[] =>
  events.filter((it) => it.kind === kind).map(({ happenedAt }) => happenedAt)

const earliest = (times: readonly string[]): string | null =>
  times.reduce<string | null>((first, time) => (first === null || time < first ? time : first), null)

/**
 * State of a party by its events. It depends on their set only, not on their order: devices that were offline send them
 * late, and every device that knows the same events computes the same state. Whether a table is kept for guests who are all
 * outside depends on the moment, and is told by `attendanceAt`.
 */
export function attendanceOf(party: Party): Attendance {
  const events = standingEvents(party.events)
  const arrived = countArrived(events)
  const inside = Math.max(0, sumOf(events, 'arrived') - sumOf(events, 'left'))
  const seatedAt = earliest(timesOf(events, 'seated'))
  const isNoShow = events.some(({ kind }) => kind === 'no_show')
  return {
    state: stateOf(party, { arrived, inside, isSeated: seatedAt !== null, isNoShow }),
    arrived,
    inside,
    arrivedAt: earliest(timesOf(events, 'arrived')),
    seatedAt,
  }
}

/** Tables and time of a party. The end is missing on a list that an older version stored. */
type Placed = Pick<Party, 'status' | 'leftAt'> & {
  readonly tableNumbers: readonly number[]
  readonly endsAt?: string | Date | undefined
  readonly isDeleted?: boolean | undefined
}

/** Whether the constraint `one_party_per_table` holds the tables of a party for it until its end. */
const keepsTable = ({ status, leftAt, tableNumbers, endsAt, isDeleted }: Placed, now: Date): boolean =>
  status !== 'cancelled' &&
  isDeleted !== true &&
  leftAt === null &&
  tableNumbers.length > 0 &&
  endsAt !== undefined &&
  new Date(endsAt) > now

/** State of a party at a moment: one whose guests are all outside is out, and not gone, as long as its table is kept. */
export function attendanceAt(
  party: Party & Placed,
  now: Date,
  byEvents: Attendance = attendanceOf(party),
): Attendance {
  const isOut = byEvents.arrived > 0 && byEvents.inside === 0 && keepsTable(party, now)
  return isOut ? { ...byEvents, state: 'out' } : byEvents
}

/** Whether all guests of a party came and are outside, by its events: it left whole, unless they may come back. */
export const hasLeftWhole = ({ arrived, inside }: Attendance, guestCount: number): boolean =>
  arrived > 0 && inside === 0 && arrived >= guestCount

/** Whether two check-ins come from two devices; from two accounts where a device is not known. */
const areOfTwo = (a: ArrivalEvent, b: ArrivalEvent): boolean =>
  a.deviceId && b.deviceId ? a.deviceId !== b.deviceId : a.actorName !== b.actorName

/**
 * Check-ins that may be duplicates by two devices, which staff of one account may share: the second exceeds the booked party,
 * and would not without the first, or is by itself of more guests than were booked. Empty where none is suspected, or staff
 * found that so many did come.
 */
export function doubleArrivals({ guestCount, events }: Pick<Party, 'guestCount' | 'events'>): ArrivalEvent[] {
  const standing = standingEvents(events).toSorted(
    (a, b) => a.happenedAt.localeCompare(b.happenedAt) || a.id.localeCompare(b.id),
  )
  const came = countArrived(standing)
  if (standing.some(({ kind, guests }) => kind === 'checked' && (guests ?? 0) >= came)) return []
  const isDouble = standing.some((second, i) => {
    if (second.kind !== 'arrived') return false
    const before = standing.slice(0, i)
    const inside = sumOf(before, 'arrived') - sumOf(before, 'left') + (second.guests ?? 0)
    return before.some(
      (first) =>
        first.kind === 'arrived' &&
        areOfTwo(first, second) &&
        inside > guestCount &&
        inside - (first.guests ?? 0) <= Math.max(guestCount, second.guests ?? 0),
    )
  })
  return isDouble ? standing.filter(({ kind }) => kind === 'arrived') : []
}

type Heads = {
  readonly arrived: number
  readonly inside: number
  readonly isSeated: boolean
  readonly isNoShow: boolean
}

function stateOf(
  { status, guestCount, leftAt }: Omit<Party, 'events'>,
  { arrived, inside, isSeated, isNoShow }: Heads,
): AttendanceState {
  if (arrived > 0 && inside === 0) return 'left'
  if (inside > 0 && isSeated) return 'seated'
  if (arrived >= guestCount) return 'arrived'
  if (arrived > 0) return 'part_arrived'
  if (status === 'cancelled') return 'cancelled'
  if (isNoShow) return 'no_show'
  return leftAt !== null || status === 'completed' ? 'left' : 'expected'
}

export type Fullness = 'ok' | 'near' | 'full' | 'over'

export const FULLNESS_TEXTS: Readonly<Record<Fullness, string>> = {
  ok: '',
  near: 'Almost full',
  full: 'Full',
  over: 'Over capacity',
}

/** Share of the capacity from which staff are warned. */
const WARNING_SHARE = 0.9

/** Occupancy of the venue: `near` from 90% of capacity, `full` at 100%, `over` beyond. A capacity of 0 is no limit. */
export function fullness(inside: number, capacity: number): Fullness {
  if (capacity === 0 || inside < capacity * WARNING_SHARE) return 'ok'
  if (inside === capacity) return 'full'
  return inside < capacity ? 'near' : 'over'
}

/** `Almost full: 181 of 200 inside`; null while there is room. */
export function fullnessText(inside: number, capacity: number): string | null {
  const state = fullness(inside, capacity)
  return state === 'ok' ? null : `${FULLNESS_TEXTS[state]}: ${inside} of ${capacity} inside`
}

/** The heads in the venue, and how many it holds; 0 is no limit. */
export type Occupancy = { readonly inside: number; readonly capacity: number }

/** Warning before these guests enter that there is not room for all of them; null where there is. */
export function roomWarning(guests: number, { inside, capacity }: Occupancy): string | null {
  const places = capacity - inside
  if (capacity === 0 || guests <= places) return null
  return places <= 0
    ? 'No room inside: ask a manager first.'
    : `Only ${countText(places, 'place')} left inside for ${countText(guests, 'guest')}.`
}

/** Head counts of a night: the parties, the people who came without a booking, and guests of reservations that were moved since. */
export type HeadCount = {
  /** Guests of all parties that are not cancelled, and whose table is more than held. */
  readonly expected: number
  /** Guests of these parties who are still to come. */
  readonly toCome: number
  /** Heads in the venue now. */
  readonly inside: number
  readonly arrived: number
}

/** States in which further guests of a party may come: a part of it may have sat down, or be outside, already. */
const AWAITED: readonly AttendanceState[] = ['expected', 'part_arrived', 'seated', 'out']

type CountedParty = {
  readonly guestCount: number
  readonly attendance: Attendance
  /** Missing on a list that an older version stored. */
  readonly endsAt?: string | undefined
  /** Held for guests who are paying, or were offered it by the waiting list. */
  readonly isHeld?: boolean | undefined
}

/** A held table is no booking yet, unless its guests are here all the same. */
const isBooked = ({ attendance: { state, arrived }, isHeld }: CountedParty): boolean =>
  state !== 'cancelled' && (isHeld !== true || arrived > 0)

/** Guests of a party who are still waited for: none once its time is over. */
export function guestsAwaited(party: CountedParty, now: Date): number {
  const { guestCount, attendance, endsAt } = party
  const isOver = endsAt !== undefined && Date.parse(endsAt) <= now.getTime()
  if (isOver || !isBooked(party) || !AWAITED.includes(attendance.state)) return 0
  return Math.max(0, guestCount - attendance.arrived)
}

/** Walk-ins who are inside, and at no table. */
export const walkInsInside = ({ cameIn, wentOut }: WalkIns): number => Math.max(0, cameIn - wentOut)

/** Heads who are of no party of the list. `moved` is missing on a list that an older version stored. */
type OtherHeads = { readonly walkIns: WalkIns; readonly moved?: MovedHeads | undefined }

/**
 * Guests belong to the night on which they came in, whatever becomes of their reservation: all screens, and the figures of the
 * close-out, count them there.
 */
export function headCount(
  parties: readonly CountedParty[],
  now: Date,
  { walkIns, moved }: OtherHeads = { walkIns: { cameIn: 0, wentOut: 0 } },
): HeadCount {
  const sum = (of: (party: (typeof parties)[number]) => number): number =>
    parties.reduce((total, party) => total + of(party), 0)
  return {
    expected: sum((party) => (isBooked(party) ? party.guestCount : 0)),
    toCome: sum((party) => guestsAwaited(party, now)),
    // A device may count guests out that it does not know, so the sum decides, not each part.
    inside: Math.max(
      0,
      sum(({ attendance }) => attendance.inside) + (moved?.inside ?? 0) + walkIns.cameIn - walkIns.wentOut,
    ),
    arrived: sum(({ attendance }) => attendance.arrived) + (moved?.arrived ?? 0) + walkIns.cameIn,
  }
}

/** Whether a party can be marked as a no-show at a moment: from its booked time on. */
export const canBeNoShow = ({ startsAt }: { readonly startsAt: Date }, at: Date): boolean => startsAt <= at

/** An act as the event that it becomes, for a screen that shows it before the server has answered. */
export const eventOf = (
  act: ArrivalAct,
  { name, tableNumber }: { readonly name: string; readonly tableNumber: number | null },
): ArrivalEvent => ({
  id: act.id,
  kind: act.kind,
  guests: 'guests' in act ? act.guests : null,
  tableNumber: act.kind === 'seated' ? tableNumber : null,
  undoesId: act.kind === 'undone' ? act.undoesId : null,
  happenedAt: act.at,
  actorName: name,
  shareId: act.kind === 'arrived' ? (act.shareId ?? null) : null,
  wereWalkIns: act.kind === 'arrived' && act.wereWalkIns === true,
})

/** The greatest age that a device can measure: with a greater one its clock was changed meanwhile. */
const MAX_AGE_MS = 7 * 24 * 3_600_000

/**
 * Time of an act by the server's clock. The device's clock may be hours off, so only the age of the act is taken from
 * it; an implausible age counts as none.
 */
export function actTime(at: string, sentAt: string, now: Date): Date {
  const age = Date.parse(sentAt) - Date.parse(at)
  return age >= 0 && age <= MAX_AGE_MS ? new Date(now.getTime() - age) : now
}

export const NOTHING_TO_UNDO = 'This was never recorded, so there is nothing to take back.'
