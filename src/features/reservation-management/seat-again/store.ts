import type { Db } from '#platform/db/db.ts'

/**
 * Locks a table in use until the transaction ends, as a hold does, and returns its number; null where it is not in use.
 */
export const lockTable = async (db: Db, id: string): Promise<number | null> => {
  const table = await db
    .selectFrom('venueTables')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where('isAvailable', '=', true)
    .select('tableNumber')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return table?.tableNumber ?? null
}
