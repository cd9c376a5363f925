import type { AttendanceState } from '#features/reservation-management/arrivals/schema.ts'
import type { VenueTable } from '#features/floor-plan/chart/schema.ts'
import { SHORTEST_WALK_IN_MINUTES } from '#features/reservation-management/staff-bookings/schema.ts'
import { neededSpan, seatedText } from '#features/reservation-management/rules.ts'
import { addHours, addMinutes, type CalendarDate, momentOf } from '#lib/venue-time.ts'
import type {
  DinnerBeforeNight,
  FloorBlock,
  FloorNight,
  FloorParty,
  TableNow,
  TableStanding,
} from './schema.ts'

/** Minutes before a table is needed from which its party is shown as due to leave. */
const DUE_MINUTES = 30

/** The moment for which a room is shown: now for tonight, the start of the day for another date. */
export const shownAt = (date: CalendarDate, today: CalendarDate, now: Date): Date =>
  date === today ? now : momentOf(date, '06:00')

type Facts<P extends FloorParty> = {
  readonly parties: readonly P[]
  readonly blocks: readonly FloorBlock[]
  readonly nights: readonly FloorNight[]
  readonly now: Date
  /** Null on another date than tonight: guests walk in tonight only. */
  readonly turnMinutes: number | null
}

/** A dinner that ends earlier than this before the night is over by then, unless it stays on. */
const BEFORE_NIGHT_HOURS = 2

const byStart = (a: { readonly startsAt: string }, b: { readonly startsAt: string }): number =>
  a.startsAt.localeCompare(b.startsAt)

/** The moment from which a party needs a table: its first one may be kept for it since its dinner there. */
const neededFrom = ({ startsAt, keptFrom, tableIds }: FloorParty, { id }: VenueTable): string =>
  keptFrom !== null && tableIds[0] === id ? keptFrom : startsAt

const isInside = ({ attendance: { inside } }: FloorParty): boolean => inside > 0

/** A party at its table. Guests who came back after it was released have none. */
const isPresent = (party: FloorParty): boolean => isInside(party) && party.leftAt === null

const KEEPING: readonly AttendanceState[] = ['expected', 'no_show', 'out']

/** A party that keeps its table until it comes, or comes back, or until its time is over. */
const isAwaited = ({ attendance: { state }, leftAt, endsAt }: FloorParty, now: Date): boolean =>
  leftAt === null && KEEPING.includes(state) && Date.parse(endsAt) > now.getTime()

/** A party in its time, whose guests are all outside. Before its time it is one that follows. */
const isOut = (party: FloorParty, now: Date): boolean =>
  party.attendance.state === 'out' && isAwaited(party, now) && Date.parse(party.startsAt) <= now.getTime()

/** Parties that are here or expected and have no table, or none any more: those that are here first, then by time. */
export function partiesWithoutTable<P extends FloorParty>(parties: readonly P[], now: Date): P[] {
  const without = parties
    .filter((it) => it.type !== 'guest_list' && !it.isHeld)
    .filter((it) => it.tableIds.length === 0 || (isInside(it) && it.leftAt !== null))
    .toSorted(byStart)
  return [
    ...without.filter(isInside),
    ...without.filter((it) => !isInside(it) && it.attendance.state === 'expected' && isAwaited(it, now)),
  ]
}

/** Parties of tonight that have a table which is not in use, until they have another one or have left. */
export const partiesToMove = <P extends FloorParty>(
  parties: readonly P[],
  tables: readonly VenueTable[],
  now: Date,
): P[] => {
  const out = new Set(tables.filter(({ isAvailable }) => !isAvailable).map(({ id }) => id))
  return parties
    .filter((it) => !it.isHeld && it.tableIds.some((id) => out.has(id)))
    .filter((it) => isPresent(it) || isAwaited(it, now))
    .toSorted(byStart)
}

/** The state of every table, computed from the parties of the night as every device knows them. */
export const tablesNow = <P extends FloorParty>(
  tables: readonly VenueTable[],
  facts: Facts<P>,
): TableNow<P>[] => {
  const parties = facts.parties.toSorted(byStart)
  return tables.map((table) =>
    tableNow(table, {
      ...facts,
      parties: parties.filter(({ tableIds }) => tableIds.includes(table.id)),
      blocks: facts.blocks.filter(
        ({ tableId, until }) => tableId === table.id && Date.parse(until) > facts.now.getTime(),
      ),
    }),
  )
}

function tableNow<P extends FloorParty>(table: VenueTable, facts: Facts<P>): TableNow<P> {
  const { parties, blocks, now } = facts
  const out = parties.filter((it) => isOut(it, now))
  const [present = null, ...others] = [...out, ...parties.filter(isPresent)].toReversed()
  const awaited = parties.filter((it) => !isPresent(it) && !out.includes(it) && isAwaited(it, now))
  const [block = null] = blocks
  const [first = null, second = null] = awaited
  if (present) {
    const next = awaited.find(({ startsAt }) => startsAt >= present.startsAt) ?? null
    const outBy = neededAt(table, present, { ...facts, next, block })
    const standing = presentStanding(present, outBy, now)
    return { table, standing, party: present, others, next, block, outBy, freeUntil: null }
  }
  const walkIn = walkInAt(table, first, facts)
  if (walkIn.isFree) return { ...walkIn.free, next: first }
  if (block && (first === null || block.from <= first.startsAt))
    return { ...walkIn.free, standing: 'blocked', next: first }
  if (first) return { ...walkIn.free, standing: awaitedStanding(first), party: first, next: second }
  return walkIn.free
}

/** Whether people who walk in find a table free, and until when: it is not free once it is needed within a turn time. */
function walkInAt<P extends FloorParty>(
  table: VenueTable,
  first: P | null,
  { blocks, now, turnMinutes }: Facts<P>,
): { readonly isFree: boolean; readonly free: TableNow<P> } {
  const [block = null] = blocks
  const [nextFrom = null] = [first && neededFrom(first, table), block?.from]
    .flatMap((it) => it ?? [])
    .toSorted()
  const isOpen = table.isAvailable && turnMinutes !== null && nextFrom !== null
  const canSit = isOpen && addMinutes(now, SHORTEST_WALK_IN_MINUTES) <= new Date(nextFrom)
  const free: TableNow<P> = {
    table,
    standing: table.isAvailable ? 'free' : 'off_sale',
    party: null,
    others: [],
    next: null,
    block,
    outBy: null,
    freeUntil: canSit ? nextFrom : null,
  }
  return { isFree: isOpen && addMinutes(now, turnMinutes) <= new Date(nextFrom), free }
}

function presentStanding({ attendance }: FloorParty, outBy: string | null, now: Date): TableStanding {
  if (attendance.state === 'out') return 'out'
  if (outBy !== null && addMinutes(now, DUE_MINUTES) >= new Date(outBy)) return 'due_out'
  return attendance.state === 'seated' ? 'seated' : 'arrived'
}

function awaitedStanding({ attendance, isHeld }: FloorParty): TableStanding {
  if (attendance.state === 'no_show' || attendance.state === 'out') return attendance.state
  return isHeld ? 'held' : 'expected'
}

type Following = {
  readonly next: FloorParty | null
  readonly block: FloorBlock | null
  readonly nights: readonly FloorNight[]
}

/** The moment at which another party, a block or an event needs the table of a party; null where it can stay. */
function neededAt(
  table: VenueTable,
  { id, startsAt, endsAt }: FloorParty,
  { next, block, nights }: Following,
): string | null {
  if (next?.dinnerId === id) return null
  // An event takes nothing from a dinner that staff gave the table for longer.
  const night = nights.find((it) => it.isOnSale && table.isAvailable && it.startsAt >= endsAt)
  const times = [next && neededFrom(next, table), block?.from, night?.startsAt].filter(
    (it): it is string => typeof it === 'string' && it > startsAt,
  )
  return times.toSorted()[0] ?? null
}

/** Dinners on tables of the night that follows, those that must leave first. */
export function dinnersBeforeNight<P extends FloorParty>(tables: readonly TableNow<P>[], facts: Facts<P>) {
  const dinners = facts.parties.filter(
    (it) => it.type === 'dining' && it.tableIds.length > 0 && (isPresent(it) || isAwaited(it, facts.now)),
  )
  return dinners
    .flatMap((party) => beforeNight(party, tables, facts) ?? [])
    .filter(
      ({ party: { endsAt }, outBy }) =>
        addHours(new Date(endsAt), BEFORE_NIGHT_HOURS) >= new Date(outBy) || new Date(endsAt) < facts.now,
    )
    .toSorted((a, b) => a.outBy.localeCompare(b.outBy) || firstTable(a.party) - firstTable(b.party))
}

const firstTable = ({ tableNumbers }: Pick<FloorParty, 'tableNumbers'>): number => tableNumbers[0] ?? 0

function beforeNight<P extends FloorParty>(
  party: P,
  tables: readonly TableNow<P>[],
  { parties, nights, now }: Facts<P>,
): DinnerBeforeNight<P> | null {
  const own = tables.filter(({ table }) => party.tableIds.includes(table.id)).map(({ table }) => table)
  const [next = null] = parties
    .filter((it) => it.type === 'nightlife' && it.startsAt > party.startsAt && isAwaited(it, now))
    .filter((it) => it.tableIds.some((id) => party.tableIds.includes(id)))
    .toSorted(byStart)
  if (next) return { party, outBy: next.startsAt, next, isKept: next.dinnerId === party.id, offer: null }
  const night = nights.find((it) => it.isOnSale && it.startsAt >= party.endsAt)
  const [table] = own
  if (!night || !table || own.some((it) => !it.isAvailable)) return null
  // A night table is one table: a party at several keeps them one by one.
  const offer = own.length === 1 ? { night, priceCents: table.reservationPriceCents } : null
  return { party, outBy: night.startsAt, next: null, isKept: false, offer }
}

/** The party that sits at a table to which another one would move now, and the text about it; null where none does. */
export function seatedProblem<P extends FloorParty>(
  { table, party, others }: TableNow<P>,
  moving: FloorParty,
  now: Date,
): { readonly party: P; readonly text: string } | null {
  const isNow = isPresent(moving) || (new Date(moving.startsAt) <= now && now < new Date(moving.endsAt))
  const seated = [...others, party].find((it) => it && it.id !== moving.id && isPresent(it))
  return isNow && seated ? { party: seated, text: seatedText(seated.guestName, table.tableNumber) } : null
}

/** Text of what stands against moving a party to a table; null where nothing is known. The server decides. */
export function moveProblem(target: TableNow, moving: FloorParty, now: Date): string | null {
  const { table, party, next, block } = target
  if (moving.tableIds.includes(table.id)) return `${moving.guestName} has table ${table.tableNumber} already.`
  if (!table.isAvailable) return `Table ${table.tableNumber} is not in use.`
  const seated = seatedProblem(target, moving, now)
  if (seated) return seated.text
  const span = { startsAt: new Date(moving.startsAt), endsAt: new Date(moving.endsAt) }
  const { startsAt, endsAt } = neededSpan(span, isPresent(moving), now)
  const overlaps = (from: string, until: string): boolean =>
    new Date(from) < endsAt && new Date(until) > startsAt
  if (block && overlaps(block.from, block.until))
    return `Table ${table.tableNumber} is held: ${block.reason}.`
  const taker = [party, next].find(
    (it) => it && overlaps(it.dinnerId === moving.id ? it.startsAt : neededFrom(it, table), it.endsAt),
  )
  return taker ? `Table ${table.tableNumber} is taken for that time: ${taker.guestName}.` : null
}
