import type { Db } from '#platform/db.ts'
import { chartStates } from './rules.ts'
import type { SeatingChart } from './schema.ts'
import { listFurniture, listTables, listTakenTableIds } from './store.ts'

type Night = {
  readonly startsAt: Date
  readonly endsAt: Date
  readonly soldOut: boolean
  readonly bookingPercentage: number
}

/**
 * The floor as guests see it for one night. `seed` belongs to this drawing of the chart: the pre-booked share is
 * drawn from it.
 */
export async function drawSeatingChart(
  { db, now }: { readonly db: Db; readonly now: Date },
  night: Night,
  seed: number,
): Promise<SeatingChart> {
  const [tables, furniture, taken] = await Promise.all([
    listTables(db),
    listFurniture(db),
    listTakenTableIds(db, { from: night.startsAt, until: night.endsAt }),
  ])
  const { soldOut, bookingPercentage } = night
  return {
    tables: chartStates(tables, { taken, soldOut, hasEnded: night.endsAt <= now, bookingPercentage, seed }),
    furniture,
  }
}
