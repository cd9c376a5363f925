import type { Db } from '#platform/db/db.ts'
import { chartStates, soldSpan } from './rules.ts'
import type { FloorSnapshot, SeatingChart } from './schema.ts'
import { listOccupancies, listFurniture, listTableDetails, listTables } from './store.ts'

export { listFurniture, listTables } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

type Night = {
  readonly startsAt: Date
  readonly endsAt: Date
  readonly soldOut: boolean
  /** Set while the event's service is closed that day. */
  readonly closure: 'not_sold' | 'cancelled' | null
  readonly bookingPercentage: number
}

/** Builds the seating chart for one event. `seed` picks the pre-booked share and identifies the variant. */
export async function buildSeatingChart(
  { db, now }: Deps,
  night: Night,
  seed: number,
): Promise<SeatingChart> {
  const [tables, details, furniture, { occupied }] = await Promise.all([
    listTables(db),
    listTableDetails(db),
    listFurniture(db),
    listOccupancies(db, { ...soldSpan(night, now), now }),
  ])
  const states = chartStates(tables, { occupied, ...factsOf(night, now), seed })
  return { variant: seed, tables: states, details, furniture }
}

const factsOf = ({ soldOut, closure, bookingPercentage, endsAt }: Night, now: Date) => ({
  soldOut: soldOut || closure !== null,
  bookingPercentage,
  hasEnded: endsAt <= now,
})

type States = FloorSnapshot['tables']

export type FloorReading = {
  /** Table states in one variant of the chart. */
  statesOf(variant: number): States
  /** Time at which a hold lapses or the event ends, so that this reading expires; null once neither can happen. */
  readonly trueUntil: Date | null
}

/** Variants cached for each reading. Clients choose the number, so the cache is bounded; others are derived each time. */
const MAX_VARIANTS = 100

/** Reads the floor of one event once for all open charts of it; variants are derived in memory. */
export async function readFloorStates({ db, now }: Deps, night: Night): Promise<FloorReading> {
  const [tables, { occupied, lapsesAt }] = await Promise.all([
    listTables(db),
    listOccupancies(db, { ...soldSpan(night, now), now }),
  ])
  const facts = { occupied, ...factsOf(night, now) }
  const statesByVariant = new Map<number, States>()
  return {
    statesOf(variant) {
      const states =
        statesByVariant.get(variant) ??
        chartStates(tables, { ...facts, seed: variant }).map((table) => [table.id, table.state] as const)
      if (statesByVariant.size < MAX_VARIANTS) statesByVariant.set(variant, states)
      return states
    },
    trueUntil: facts.hasEnded ? null : earlier(night.endsAt, lapsesAt),
  }
}

const earlier = (a: Date, b: Date | null): Date => (b !== null && b < a ? b : a)
