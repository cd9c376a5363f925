import { keepEvent } from '#features/events/service.ts'
import { listTables } from '#features/floor-plan/chart/service.ts'
import { type Db, tryUnlessConflict } from '#platform/db/db.ts'
import { endExpiredHolds, insertBlock, lockTable } from './store.ts'

export {
  deleteOldFreedTables,
  endExpiredHolds,
  findBlock,
  forgetFreedTable,
  insertBlock,
  isFreedTable,
  listBlocks,
  listFreeTables,
  listOfferableTables,
  lockTable,
  releaseBlock,
  releaseExpiredBlocks,
} from './store.ts'
export type { OfferableTable } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }
type BlockForChange = { readonly eventId: string; readonly tableId: string; readonly reason: string }

/**
 * Keeps a table for a guest who pays for their change to it, in the caller's transaction, until it is released. Null where
 * it was taken; the conflict is rolled back to a savepoint.
 */
export async function blockForChange(
  { db: trx, now }: Deps,
  { eventId, ...block }: BlockForChange,
): Promise<string | null> {
  const table = await lockTable(trx, block.tableId)
  const night = await keepEvent(trx, eventId)
  if (!table || !night) return null
  await endExpiredHolds(trx, { ...night, tableId: block.tableId }, now)
  let id: string | null = null
  await tryUnlessConflict(trx, async () => {
    ;({ id } = await insertBlock(trx, eventId, { ...block, expiresAt: null }))
  })
  return id
}

/** Number of tables that the chart of a night shows as reserved although they are free. */
export const countShownAsReserved = async (db: Db, percentage: number): Promise<number> =>
  percentage === 0 ? 0 : Math.floor(((await listTables(db)).length * percentage) / 100)
