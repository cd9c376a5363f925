import type { Db } from '#platform/db/db.ts'
import { chartStates, soldSpan } from './rules.ts'
import type { FloorSnapshot, SeatingChart } from './schema.ts'
import { listClaims, listFurniture, listTables } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

type Night = {
  readonly startsAt: Date
  readonly endsAt: Date
  readonly soldOut: boolean
  /** Set where the service of the event is closed that day. */
  readonly closure: 'not_sold' | 'cancelled' | null
  readonly bookingPercentage: number
}

/**
 * The floor as guests see it for one night. `seed` belongs to this drawing of the chart: the pre-booked share is
 * drawn from it.
 */
export async function buildSeatingChart(
  { db, now }: Deps,
  night: Night,
  seed: number,
): Promise<SeatingChart> {
  const [tables, furniture, { taken }] = await Promise.all([
    listTables(db),
    listFurniture(db),
    listClaims(db, { ...soldSpan(night, now), now }),
  ])
  return { variant: seed, tables: chartStates(tables, { taken, ...factsOf(night, now), seed }), furniture }
}

const factsOf = ({ soldOut, closure, bookingPercentage, endsAt }: Night, now: Date) => ({
  soldOut: soldOut || closure !== null,
  bookingPercentage,
  hasEnded: endsAt <= now,
})

type States = FloorSnapshot['tables']

export type FloorReading = {
  /** What each table looks like on one drawing of the chart. */
  statesOf(variant: number): States
  /** When this stops being true by itself: a hold lapses or the night ends. Null once there is nothing to wait for. */
  readonly trueUntil: Date | null
}

/** The floor of one night, read once for however many charts of it are open. */
export async function readFloorStates({ db, now }: Deps, night: Night): Promise<FloorReading> {
  const [tables, { taken, lapsesAt }] = await Promise.all([
    listTables(db),
    listClaims(db, { ...soldSpan(night, now), now }),
  ])
  const facts = { taken, ...factsOf(night, now) }
  const drawn = new Map<number, States>()
  return {
    statesOf(variant) {
      const states =
        drawn.get(variant) ??
        chartStates(tables, { ...facts, seed: variant }).map((table) => [table.id, table.state] as const)
      drawn.set(variant, states)
      return states
    },
    trueUntil: facts.hasEnded ? null : earlier(night.endsAt, lapsesAt),
  }
}

const earlier = (a: Date, b: Date | null): Date => (b !== null && b < a ? b : a)
