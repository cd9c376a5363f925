import type { Db } from '#platform/db/db.ts'

/**
 * Locks tables in use until the transaction ends, as a hold does, and returns their numbers: fewer where one is not in use. In
 * the order of their ids, so that two such transactions cannot deadlock.
 */
export const lockTables = async (db: Db, ids: readonly string[]): Promise<number[]> => {
  const tables = await db
    .selectFrom('venueTables')
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .where('isAvailable', '=', true)
    .select('tableNumber')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return tables.map(({ tableNumber }) => tableNumber).toSorted((a, b) => a - b)
}
