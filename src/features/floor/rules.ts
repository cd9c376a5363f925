import { formatUsdShort } from '#lib/money.ts'
import { type ChartTable, FLOOR_WIDTH, type TableState, type VenueTable, type Zone } from './schema.ts'

/**
 * The pre-booked share: that part of the tables, rounded down, drawn by a seed that belongs to one drawing of the
 * chart. The same seed draws the same tables, so a live update does not reshuffle them.
 */
export function drawPreBooked(tableIds: readonly string[], percentage: number, seed: number): Set<string> {
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
  readonly taken: ReadonlySet<string>
  readonly soldOut: boolean
  readonly hasEnded: boolean
  readonly bookingPercentage: number
  readonly seed: number
}

/** What each table looks like to a guest. A real reservation is never hidden by the draw. */
export function chartStates(tables: readonly VenueTable[], facts: ChartFacts): ChartTable[] {
  const drawn = drawPreBooked(
    tables.map((table) => table.id),
    facts.bookingPercentage,
    facts.seed,
  )
  const stateOf = (table: VenueTable): TableState => {
    if (!table.isAvailable) return 'unavailable'
    if (facts.soldOut || facts.hasEnded || facts.taken.has(table.id) || drawn.has(table.id)) return 'reserved'
    return 'available'
  }
  return tables.map((table) => ({ ...table, state: stateOf(table) }))
}

const STATE_WORDS: Record<TableState, string> = {
  available: 'available',
  reserved: 'reserved',
  unavailable: 'unavailable',
}

const stateWord = (state: TableState): string => STATE_WORDS[state]

/** `Table 7, Left Green Vip, seats 6, $250, available`: a table as it is read out. */
export const describeTable = (table: ChartTable): string =>
  `Table ${table.tableNumber}, ${table.location}, seats ${table.maxGuests}, ${formatUsdShort(table.reservationPriceCents)}, ${stateWord(table.state)}`

export type ChartSummary = {
  readonly total: number
  readonly counts: Readonly<Record<TableState, number>>
  /** The cheapest and the dearest table a guest can still have; null when there is none. */
  readonly open: { readonly lowCents: number; readonly highCents: number } | null
}

/** How many tables there are in each state, and what the ones that are left cost. */
export function summariseChart(tables: readonly ChartTable[]): ChartSummary {
  const countOf = (state: TableState) => tables.filter((table) => table.state === state).length
  const prices = tables.filter((it) => it.state === 'available').map((it) => it.reservationPriceCents)
  return {
    total: tables.length,
    counts: {
      available: countOf('available'),
      reserved: countOf('reserved'),
      unavailable: countOf('unavailable'),
    },
    open: prices.length > 0 ? { lowCents: Math.min(...prices), highCents: Math.max(...prices) } : null,
  }
}

const ZONES_FROM_THE_LEFT: readonly Zone[] = ['Left Green Vip', 'Floor Seating', 'Right Red Vip']

/** The tables of each zone that has any, as one walks through the room from left to right. */
export const tablesByZone = (
  tables: readonly ChartTable[],
): { readonly zone: Zone; readonly tables: readonly ChartTable[] }[] =>
  ZONES_FROM_THE_LEFT.map((zone) => ({
    zone,
    tables: tables.filter((table) => table.location === zone),
  })).filter((group) => group.tables.length > 0)

/** Whether the open side of a booth is on its right: guests look into the room, not at the wall. */
export const facesRight = (table: Pick<VenueTable, 'positionX' | 'width'>): boolean =>
  table.positionX + table.width / 2 < FLOOR_WIDTH / 2
