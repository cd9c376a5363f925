import type { Venue } from '#features/venue/schema.ts'
import { addMinutes, type CalendarDate, momentOf, type WallTime } from '#lib/venue-time.ts'
import type { DiningTable, EventOnSale } from '../schema.ts'

type VenueDining = Pick<Venue, 'dining'>

/** Turn time of a party: the venue's row with the largest `fromGuests` that the party reaches. */
export function turnTimeMinutes({ dining }: VenueDining, guests: number): number {
  const row = dining.turnTimes.findLast(({ fromGuests }) => fromGuests <= guests) ?? dining.turnTimes[0]
  if (!row) throw new Error('the venue has no turn times')
  return row.minutes
}

export type Occupancy = { readonly startsAt: Date; readonly endsAt: Date }

/** Period in which a party occupies its table: the full turn time. */
export function occupancyOf(
  venue: VenueDining,
  { date, guests }: { readonly date: CalendarDate; readonly guests: number },
  time: WallTime,
): Occupancy {
  const startsAt = momentOf(date, time)
  return { startsAt, endsAt: addMinutes(startsAt, turnTimeMinutes(venue, guests)) }
}

/** One table, or two that staff combine. A party that staff seated at more tables keeps those. */
export type TableAssignment = {
  readonly tableId: string
  readonly secondTableId: string | null
  readonly extraTableIds?: readonly string[]
}

export type Floor = {
  /** In order of assignment: fewest seats first. */
  readonly tables: readonly DiningTable[]
  readonly pairs: readonly (readonly [string, string])[]
}

/**
 * Assignments for a party, best first: the smallest table that is large enough, then the smallest pair of combinable
 * tables, neither of which is large enough alone. Small tables first leave the large ones to large parties.
 */
export function assignmentsFor({ tables, pairs }: Floor, guests: number): TableAssignment[] {
  const order = tables.toSorted((a, b) => a.seats - b.seats)
  const singles = order
    .filter(({ seats }) => seats >= guests)
    .map(({ id }): TableAssignment => ({ tableId: id, secondTableId: null }))
  const small = order.filter(({ seats }) => seats < guests)
  const joined = small
    .flatMap((a, i) =>
      small
        .slice(i + 1)
        .filter((b) => a.seats + b.seats >= guests && isPair(pairs, a.id, b.id))
        .map((b) => ({ a, b })),
    )
    .toSorted((x, y) => x.a.seats + x.b.seats - y.a.seats - y.b.seats)
    .map(({ a, b }): TableAssignment => ({ tableId: a.id, secondTableId: b.id }))
  return [...singles, ...joined]
}

const isPair = (pairs: Floor['pairs'], a: string, b: string): boolean =>
  pairs.some(([one, other]) => (one === a && other === b) || (one === b && other === a))

/**
 * Assignments of a party that gets smaller, those at its own tables first. Where none of them is for the smaller party, such as
 * a table that staff chose, it stays where it is.
 */
export function ownTablesFirst(
  own: TableAssignment,
  assignments: readonly TableAssignment[],
): TableAssignment[] {
  const ownIds = [own.tableId, own.secondTableId, ...(own.extraTableIds ?? [])]
  const isOwn = ({ tableId, secondTableId }: TableAssignment): boolean =>
    ownIds.includes(tableId) && (secondTableId === null || ownIds.includes(secondTableId))
  const kept = assignments.filter(isOwn)
  return [...(kept.length > 0 ? kept : [own]), ...assignments.filter((it) => !isOwn(it))]
}

/** Occupied period of a table, by another dinner or a night reservation, in epoch milliseconds. */
export type TableOccupancy = { readonly tableId: string; readonly from: number; readonly until: number }

/** Assignments whose tables have no overlapping occupancy. Periods are half-open: one may begin as another ends. */
export function freeAssignments(
  assignments: readonly TableAssignment[],
  occupancies: readonly TableOccupancy[],
  { startsAt, endsAt }: Occupancy,
): TableAssignment[] {
  const taken = new Set(
    occupancies
      .filter(({ from, until }) => from < endsAt.getTime() && until > startsAt.getTime())
      .map(({ tableId }) => tableId),
  )
  return assignments.filter(
    ({ tableId, secondTableId }) =>
      !taken.has(tableId) && (secondTableId === null || !taken.has(secondTableId)),
  )
}

/**
 * Assignments of a dinner during whose turn time an event begins, those first that take no table for sale: tables that are
 * sold or blocked for the event. The dinner must leave either way, and a dinner that stays on delays no sale there. The order
 * of each part stays.
 */
export function notForSaleFirst(
  assignments: readonly TableAssignment[],
  occupancies: readonly TableOccupancy[],
  event: EventOnSale | null,
): readonly TableAssignment[] {
  if (!event) return assignments
  const gone = new Set(
    occupancies
      .filter(({ from, until }) => from < event.until && until > event.from)
      .map(({ tableId }) => tableId),
  )
  const takesNoSale = ({ tableId, secondTableId }: TableAssignment): boolean =>
    gone.has(tableId) && (secondTableId === null || gone.has(secondTableId))
  return [...assignments.filter(takesNoSale), ...assignments.filter((it) => !takesNoSale(it))]
}

/** Minimum stay before an event. A turn time that is shorter is itself the minimum. */
const SHORTEST_STAY_MS = 60 * 60_000

/** First event on sale that overlaps an occupancy; null without one. */
export const eventDuring = (
  events: readonly EventOnSale[],
  { startsAt, endsAt }: Occupancy,
): EventOnSale | null =>
  events
    .filter(({ from, until }) => from < endsAt.getTime() && until > startsAt.getTime())
    .toSorted((a, b) => a.from - b.from)[0] ?? null

/**
 * Shortens an occupancy to the start of an event, whose tables must stay on sale. Null where less than the minimum stay
 * would be left, or the event has begun.
 */
export function stayBefore(event: EventOnSale | null, { startsAt, endsAt }: Occupancy): Occupancy | null {
  if (!event) return { startsAt, endsAt }
  const least = Math.min(SHORTEST_STAY_MS, endsAt.getTime() - startsAt.getTime())
  return event.from - startsAt.getTime() >= least
    ? { startsAt, endsAt: addMinutes(startsAt, (event.from - startsAt.getTime()) / 60_000) }
    : null
}
