import type { Db } from '#platform/db/db.ts'

/** Locks a table that is in use until the transaction ends. Returns its number; null where there is none. */
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
