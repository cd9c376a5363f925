import { MAX_PARTY } from '#features/venue/rules.ts'
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
 * Picks the pre-booked share of the tables, rounded down. The same seed picks the same tables, so a live update of the
 * chart does not reshuffle them.
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

const MAX_VARIANT = 2 ** 31 - 1

/** Variant of the chart as an address names it; null where it names none. */
export const readVariant = (text: string | null): number | null =>
  text !== null && /^\d{1,10}$/.test(text) && Number(text) <= MAX_VARIANT ? Number(text) : null

type BookingAddress = {
  readonly variant: number
  readonly tableNumber: number
  /** Null while the guest has not chosen one. */
  readonly partySize: number | null
}

/**
 * Query of the page that books a table without JavaScript. It names the variant of the chart that the guest has seen: in
 * another variant the table may belong to the pre-booked share.
 */
export const bookingAddress = ({ variant, tableNumber, partySize }: BookingAddress): string =>
  `?view=reserve&chart=${variant}&table=${tableNumber}${partySize === null ? '' : `&guests=${partySize}`}`

/** Page of an event, by its id or slug, with one of its tables chosen. */
export const tablePath = (event: string, tableNumber: number, guests: number | null = null): string =>
  `/events/${event}?view=reserve&table=${tableNumber}${guests === null ? '' : `&guests=${guests}`}`

/** Mulberry32 generator: 32 bits of state are enough to shuffle tables, and the seed makes tests deterministic. */
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
  /** Tables occupied by a hold during checkout, a reservation or a table block. */
  readonly occupied: ReadonlyMap<string, 'held' | 'reserved'>
  readonly soldOut: boolean
  readonly hasEnded: boolean
  readonly bookingPercentage: number
  readonly seed: number
}

/** State of each table for all guests. The pre-booked share never hides a real reservation or hold. */
export function chartStates(tables: readonly VenueTable[], facts: ChartFacts): ChartTable[] {
  const preBooked = pickPreBooked(
    tables.map((table) => table.id),
    facts.bookingPercentage,
    facts.seed,
  )
  const stateOf = (table: VenueTable): TableState => {
    if (!table.isAvailable) return 'unavailable'
    if (facts.soldOut || facts.hasEnded) return 'reserved'
    return facts.occupied.get(table.id) ?? (preBooked.has(table.id) ? 'reserved' : 'available')
  }
  return tables.map((table) => ({ ...table, state: stateOf(table) }))
}

/** Applies the states of the latest snapshot; tables it does not name keep theirs. */
export function applySnapshot(
  tables: readonly ChartTable[],
  snapshot: FloorSnapshot | null,
): readonly ChartTable[] {
  if (!snapshot) return tables
  const states = new Map(snapshot.tables)
  return tables.map((table) => ({ ...table, state: states.get(table.id) ?? table.state }))
}

type Guest = {
  /** Null until the guest has chosen a party size. */
  readonly partySize: number | null
  readonly chosen: string | null
  readonly yours: ReadonlySet<string>
}

/**
 * States as one guest sees them. Their own hold shows as theirs; their selection ends once another party has the table
 * or their party no longer fits.
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

/** True if the guest can select the table: it is free and large enough, or already theirs. */
export const canChoose = ({ state }: Pick<ViewTable, 'state'>): boolean =>
  state === 'available' || state === 'selected' || state === 'yours'

/** True if any table is left for any party, or held by this guest. */
export const hasChoice = (tables: readonly ChartTable[], yours: ReadonlySet<string>): boolean =>
  tables.some(({ id, state }) => state === 'available' || (state === 'held' && yours.has(id)))

const STATE_LABELS: Record<ViewState, string> = {
  available: 'available',
  selected: 'selected',
  yours: 'yours',
  held: 'held by another guest',
  reserved: 'reserved',
  too_small: 'too small for your party',
  unavailable: 'unavailable',
}

const stateLabel = ({ state }: ViewTable, partySize: number | null): string =>
  `${STATE_LABELS[state]}${state === 'too_small' && partySize !== null ? ` of ${partySize}` : ''}`

export const priceText = (table: ViewTable): string =>
  table.priceText ?? formatUsdShort(table.reservationPriceCents)

/** Accessible name of a table: `Table 7, Left Green Vip, seats 6, $250, available`. */
export const describeTable = (table: ViewTable, partySize: number | null = null): string =>
  `Table ${table.tableNumber}, ${table.location}, seats ${table.maxGuests}, ${priceText(table)}, ${stateLabel(table, partySize)}`

/** Notice for a guest who asks for a table that another party has. */
export const TABLE_RESERVED = {
  title: 'Table Unavailable',
  text: 'This table is already reserved for this event',
} as const

/** `Table 9 seats 4 and is too small for your party of 6.`: answer to a tap on a table that cannot be chosen. */
export const refuseTable = (table: ViewTable, partySize: number | null): { title: string; text?: string } =>
  table.state === 'reserved'
    ? TABLE_RESERVED
    : {
        title: `Table ${table.tableNumber} ${table.state === 'too_small' ? `seats ${table.maxGuests} and ` : ''}is ${stateLabel(table, partySize)}.`,
      }

export const largestParty = (tables: readonly VenueTable[]): number =>
  Math.max(1, ...tables.filter((table) => table.isAvailable).map((table) => table.maxGuests))

/** Party size that a URL asks for, at most 15; null without one. */
export function readPartySize(query: URLSearchParams): number | null {
  const given = query.get('guests') ?? ''
  return /^[1-9]\d{0,3}$/.test(given) ? Math.min(Number(given), MAX_PARTY) : null
}

/** `5 tables are too small for a party of 4`: status text after the guest chose a party size. */
export function describeFit(tables: readonly ViewTable[], partySize: number): string {
  const tooSmall = tables.filter((table) => table.state === 'too_small').length
  const party = `a party of ${partySize}`
  // Staff may have seated the party at a table with fewer seats.
  if (!tables.some(canChoose))
    return `No table ${partySize > largestParty(tables) ? '' : 'that is left '}seats ${party}`
  if (tooSmall === 0) return `Every table that is left seats ${party}`
  return tooSmall === 1
    ? `1 table is too small for ${party}`
    : `${tooSmall} tables are too small for ${party}`
}

const NEAREST = 3

/** Alternatives after a table was lost: the three nearest that are free and seat the party. */
export const nearestTables = (
  chart: readonly ChartTable[],
  table: VenueTable,
  partySize: number,
): ChartTable[] =>
  chart
    .filter((it) => it.id !== table.id && it.state === 'available' && it.maxGuests >= partySize)
    .toSorted((a, b) => distanceOf(a, table) - distanceOf(b, table))
    .slice(0, NEAREST)

export const distanceOf = (a: VenueTable, b: VenueTable): number =>
  Math.hypot(
    a.positionX + a.width / 2 - b.positionX - b.width / 2,
    a.positionY + a.height / 2 - b.positionY - b.height / 2,
  )

type PriceRange = { readonly lowCents: number; readonly highCents: number }

export type ChartSummary = {
  readonly total: number
  readonly counts: Readonly<Record<TableState, number>>
  /** Prices of the tables that are sold for nights, taken ones included; null when there is none. */
  readonly all: PriceRange | null
  /** Prices of the available tables; null when none is available. */
  readonly open: PriceRange | null
}

/** Tables that seat the party; all of them until its size is known. */
export const fittingTables = <T extends VenueTable>(
  tables: readonly T[],
  partySize: number | null,
): readonly T[] => tables.filter((table) => table.maxGuests >= (partySize ?? 1))

/**
 * Initial scroll position of a chart wider than its frame: the frame's middle as a share (0 to 1) of the chart's width.
 * It shows the most tables the guest can choose; ties go to the position nearest the middle of the room. `frameShare`
 * is the part of the chart that fits the frame.
 */
export function openingCentre(tables: readonly ViewTable[], frameShare: number): number {
  const reach = (frameShare * FLOOR_WIDTH) / 2
  const middle = FLOOR_WIDTH / 2
  const open = tables.filter(canChoose).map(spanOf)
  // The best position starts or ends at a table, so only those are candidates.
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

const MARGIN = 12

/** Horizontal extent of a rotated table, with a small margin. */
function spanOf({ positionX, width, height, rotation }: VenueTable): { left: number; right: number } {
  const turn = (rotation * Math.PI) / 180
  const reach = (Math.abs(width * Math.cos(turn)) + Math.abs(height * Math.sin(turn))) / 2 + MARGIN
  const middle = positionX + width / 2
  return { left: Math.max(0, middle - reach), right: Math.min(FLOOR_WIDTH, middle + reach) }
}

function priceRange(tables: readonly VenueTable[]): PriceRange | null {
  const prices = tables.map((it) => it.reservationPriceCents)
  return prices.length > 0 ? { lowCents: Math.min(...prices), highCents: Math.max(...prices) } : null
}

/** Counts tables by state and finds their price ranges. */
export function summariseChart(tables: readonly ChartTable[]): ChartSummary {
  const countOf = (state: TableState) => tables.filter((table) => table.state === state).length
  return {
    total: tables.length,
    counts: {
      available: countOf('available'),
      held: countOf('held'),
      reserved: countOf('reserved'),
      unavailable: countOf('unavailable'),
    },
    all: priceRange(tables.filter((it) => it.isAvailable)),
    open: priceRange(tables.filter((it) => it.state === 'available')),
  }
}

const ZONES_FROM_THE_LEFT: readonly Zone[] = ['Left Green Vip', 'Floor Seating', 'Right Red Vip']

/** Groups tables by zone, from the left of the room to the right, without empty zones. */
export const tablesByZone = <T extends VenueTable>(
  tables: readonly T[],
): { readonly zone: Zone; readonly tables: readonly T[] }[] =>
  ZONES_FROM_THE_LEFT.map((zone) => ({
    zone,
    tables: tables.filter((table) => table.location === zone),
  })).filter((group) => group.tables.length > 0)

/** `4 tables for 6, from $300`: the tables of a zone that the party can have, with the lowest price. */
export function describeZone(tables: readonly ViewTable[], partySize: number | null): string {
  const open = tables.filter((table) => table.state !== 'yours' && canChoose(table))
  const party = partySize === null ? '' : ` for ${partySize}`
  if (open.length === 0) return `No table left${party}`
  const lowest = formatUsdShort(Math.min(...open.map((table) => table.reservationPriceCents)))
  return open.length === 1 ? `1 table${party}, ${lowest}` : `${open.length} tables${party}, from ${lowest}`
}

/**
 * Next or previous table the guest can choose, in list order, wrapping around at the end (arrow keys of the radio
 * group).
 */
export function nextChoice(tables: readonly ViewTable[], from: string, step: 1 | -1): ViewTable | undefined {
  const ordered = tablesByZone(tables).flatMap((group) => group.tables)
  const at = ordered.findIndex((table) => table.id === from)
  const candidates = [...ordered.slice(at + 1), ...ordered.slice(0, at)]
  return step === 1 ? candidates.find(canChoose) : candidates.findLast(canChoose)
}

/** True if the open side of a booth faces right, towards the middle of the room. */
export const facesRight = (table: Pick<VenueTable, 'positionX' | 'width'>): boolean =>
  table.positionX + table.width / 2 < FLOOR_WIDTH / 2

/**
 * Time span for which a table is sold at an event. During the event it starts now: parties that have left no longer
 * block it.
 */
export const soldSpan = (
  { startsAt, endsAt }: { readonly startsAt: Date; readonly endsAt: Date },
  now: Date,
): { readonly from: Date; readonly until: Date } => ({
  from: now > startsAt && now < endsAt ? now : startsAt,
  until: endsAt,
})
