import type { Zone } from '#features/venue/schema.ts'
import { formatUsdShort } from '#lib/money.ts'
import {
  type ChartTable,
  FLOOR_WIDTH,
  type FloorSnapshot,
  type TableState,
  type VenueTable,
  type ViewState,
  type ViewTable,
} from './schema.ts'

/**
 * The pre-booked share: that part of the tables, rounded down, drawn by a seed that belongs to one drawing of the
 * chart. The same seed draws the same tables, so a live update does not reshuffle them.
 */
export function pickPreBooked(tableIds: readonly string[], percentage: number, seed: number): Set<string> {
  const count = Math.floor((tableIds.length * Math.min(100, Math.max(0, percentage))) / 100)
  const ids = tableIds.toSorted()
  const next = randomFrom(seed)
  for (let i = 0; i < count; i += 1) {
    const pick = i + Math.floor(next() * (ids.length - i))
    ids.splice(i, 0, ...ids.splice(pick, 1))
  }
  return new Set(ids.slice(0, count))
}

/** Mulberry32: thirty-two bits of state are plenty to shuffle some tables, and a test can fix them. */
function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type ChartFacts = {
  /** The tables somebody has: a guest who is paying, or one whose it is. */
  readonly taken: ReadonlyMap<string, 'held' | 'reserved'>
  readonly soldOut: boolean
  readonly hasEnded: boolean
  readonly bookingPercentage: number
  readonly seed: number
}

/** What the house says of each table. Nobody's reservation or hold is ever hidden by the draw. */
export function chartStates(tables: readonly VenueTable[], facts: ChartFacts): ChartTable[] {
  const drawn = pickPreBooked(
    tables.map((table) => table.id),
    facts.bookingPercentage,
    facts.seed,
  )
  const stateOf = (table: VenueTable): TableState => {
    if (!table.isAvailable) return 'unavailable'
    if (facts.soldOut || facts.hasEnded) return 'reserved'
    return facts.taken.get(table.id) ?? (drawn.has(table.id) ? 'reserved' : 'available')
  }
  return tables.map((table) => ({ ...table, state: stateOf(table) }))
}

/** The tables as the last reading has them; one it does not name stays as it was. */
export function applySnapshot(
  tables: readonly ChartTable[],
  snapshot: FloorSnapshot | null,
): readonly ChartTable[] {
  if (!snapshot) return tables
  const states = new Map(snapshot.tables)
  return tables.map((table) => ({ ...table, state: states.get(table.id) ?? table.state }))
}

type Guest = {
  /** Null until the guest has said how many they are. */
  readonly partySize: number | null
  readonly chosen: string | null
  readonly yours: ReadonlySet<string>
}

/**
 * What one guest sees of each table. Their own hold is theirs, not another guest's; what they chose is no longer chosen
 * once somebody else has it or they have become too many for it.
 */
export function viewTables(tables: readonly ChartTable[], guest: Guest): ViewTable[] {
  const stateOf = ({ id, state, maxGuests }: ChartTable): ViewState => {
    if (guest.yours.has(id) && (state === 'held' || state === 'available')) return 'yours'
    if (state !== 'available') return state
    if (maxGuests < (guest.partySize ?? 1)) return 'too_small'
    return id === guest.chosen ? 'selected' : 'available'
  }
  return tables.map((table) => ({ ...table, state: stateOf(table) }))
}

/** Whether a guest can have this table: it is free and large enough, or it is theirs already. */
export const canChoose = ({ state }: Pick<ViewTable, 'state'>): boolean =>
  state === 'available' || state === 'selected' || state === 'yours'

const STATE_LABELS: Record<ViewState, string> = {
  available: 'available',
  selected: 'selected',
  yours: 'held by you',
  held: 'held by another guest',
  reserved: 'reserved',
  too_small: 'too small for your party',
  unavailable: 'unavailable',
}

/** `Table 7, Left Green Vip, seats 6, $250, available`: a table as it is read out. */
export const describeTable = (table: ViewTable, partySize: number | null = null): string =>
  `Table ${table.tableNumber}, ${table.location}, seats ${table.maxGuests}, ${formatUsdShort(table.reservationPriceCents)}, ${STATE_LABELS[table.state]}${table.state === 'too_small' && partySize !== null ? ` of ${partySize}` : ''}`

/** The largest party one table seats. */
export const largestParty = (tables: readonly VenueTable[]): number =>
  Math.max(1, ...tables.filter((table) => table.isAvailable).map((table) => table.maxGuests))

/** `5 tables are too small for a party of 4`: what a party's size does to the choice. */
export function describeFit(tables: readonly ViewTable[], partySize: number): string {
  const tooSmall = tables.filter((table) => table.state === 'too_small').length
  const party = `a party of ${partySize}`
  if (!tables.some(canChoose)) return `No table that is left seats ${party}`
  if (tooSmall === 0) return `Every table that is left seats ${party}`
  return tooSmall === 1
    ? `1 table is too small for ${party}`
    : `${tooSmall} tables are too small for ${party}`
}

const NEAREST = 3

/** What else to offer who loses a table: the three nearest that are free and seat the party. */
export const nearestTables = (
  chart: readonly ChartTable[],
  table: VenueTable,
  partySize: number,
): ChartTable[] =>
  chart
    .filter((it) => it.id !== table.id && it.state === 'available' && it.maxGuests >= partySize)
    .toSorted((a, b) => distance(a, table) - distance(b, table))
    .slice(0, NEAREST)

const distance = (a: VenueTable, b: VenueTable): number =>
  Math.hypot(
    a.positionX + a.width / 2 - b.positionX - b.width / 2,
    a.positionY + a.height / 2 - b.positionY - b.height / 2,
  )

export type ChartSummary = {
  readonly total: number
  readonly counts: Readonly<Record<TableState, number>>
  /** The cheapest and the dearest table a guest can still have; null when there is none. */
  readonly open: { readonly lowCents: number; readonly highCents: number } | null
}

/** The tables that seat a party of that size; all of them until the size is known. */
export const fittingTables = <T extends VenueTable>(
  tables: readonly T[],
  partySize: number | null,
): readonly T[] => tables.filter((table) => table.maxGuests >= (partySize ?? 1))

/**
 * Where a chart that is wider than its frame should open, as a share of its width (0 to 1, the middle of the frame): the
 * stretch with the most tables the guest can choose, the one nearest to the middle of the room among equals. `frameShare`
 * is the part of the chart that the frame shows at once.
 */
export function openingCentre(tables: readonly ViewTable[], frameShare: number): number {
  const reach = (frameShare * FLOOR_WIDTH) / 2
  const middle = FLOOR_WIDTH / 2
  const open = tables.filter(canChoose).map(spanOf)
  // The best stretch begins or ends with a table: its middle is half a frame away from there.
  const candidates = open
    .flatMap(({ left, right }) => [left + reach, right - reach])
    .map((centre) => Math.min(Math.max(centre, reach), FLOOR_WIDTH - reach))
  const seen = (centre: number): number =>
    open.filter(({ left, right }) => left >= centre - reach && right <= centre + reach).length
  const [best = middle] = [middle, ...candidates].toSorted(
    (a, b) => seen(b) - seen(a) || Math.abs(a - middle) - Math.abs(b - middle),
  )
  return best / FLOOR_WIDTH
}

const AIR = 12

/** From where to where a table stands across the room, with a little air around it, whichever way it is turned. */
function spanOf({ positionX, width, height, rotation }: VenueTable): { left: number; right: number } {
  const turn = (rotation * Math.PI) / 180
  const reach = (Math.abs(width * Math.cos(turn)) + Math.abs(height * Math.sin(turn))) / 2 + AIR
  const middle = positionX + width / 2
  return { left: Math.max(0, middle - reach), right: Math.min(FLOOR_WIDTH, middle + reach) }
}

/** How many tables there are in each state, and what the ones that are left cost. */
export function summariseChart(tables: readonly ChartTable[]): ChartSummary {
  const countOf = (state: TableState) => tables.filter((table) => table.state === state).length
  const prices = tables.filter((it) => it.state === 'available').map((it) => it.reservationPriceCents)
  return {
    total: tables.length,
    counts: {
      available: countOf('available'),
      held: countOf('held'),
      reserved: countOf('reserved'),
      unavailable: countOf('unavailable'),
    },
    open: prices.length > 0 ? { lowCents: Math.min(...prices), highCents: Math.max(...prices) } : null,
  }
}

const ZONES_FROM_THE_LEFT: readonly Zone[] = ['Left Green Vip', 'Floor Seating', 'Right Red Vip']

/** The tables of each zone that has any, as one walks through the room from left to right. */
export const tablesByZone = <T extends VenueTable>(
  tables: readonly T[],
): { readonly zone: Zone; readonly tables: readonly T[] }[] =>
  ZONES_FROM_THE_LEFT.map((zone) => ({
    zone,
    tables: tables.filter((table) => table.location === zone),
  })).filter((group) => group.tables.length > 0)

/** The next table a guest can choose, or the one before it, in the order the room is told; past the end it begins again. */
export function nextChoice(tables: readonly ViewTable[], from: string, step: 1 | -1): ViewTable | undefined {
  const told = tablesByZone(tables).flatMap((group) => group.tables)
  const at = told.findIndex((table) => table.id === from)
  const onward = [...told.slice(at + 1), ...told.slice(0, at)]
  return step === 1 ? onward.find(canChoose) : onward.findLast(canChoose)
}

/** Whether the open side of a booth is on its right: guests look into the room, not at the wall. */
export const facesRight = (table: Pick<VenueTable, 'positionX' | 'width'>): boolean =>
  table.positionX + table.width / 2 < FLOOR_WIDTH / 2

/** The time a table of a night is sold for. One that has begun is sold from now on: who has left is in nobody's way. */
export const soldSpan = (
  { startsAt, endsAt }: { readonly startsAt: Date; readonly endsAt: Date },
  now: Date,
): { readonly from: Date; readonly until: Date } => ({
  from: now > startsAt && now < endsAt ? now : startsAt,
  until: endsAt,
})
