import { type Updateable, sql } from 'kysely'
import type { DB } from '#platform/db/db-types.ts'
import type { Db } from '#platform/db/db.ts'

/**
 * Writes the new facts of a reservation in one statement. Triggers move its occupancies, its money to another night and
 * its payment status; the constraint `one_party_per_table` throws where another party has the table.
 */
export async function writeAmended(
  db: Db,
  id: string,
  columns: Updateable<DB['reservations']>,
): Promise<void> {
  await db.updateTable('reservations').set(columns).where('id', '=', id).execute()
}

/** Refunds of earlier price differences that wait for the end of their undo window. */
export async function readPendingRefund(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`select pending_price_refund(${id}) as cents`.execute(db)
  return rows[0]?.cents ?? 0
}
