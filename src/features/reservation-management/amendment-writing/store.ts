import type { Updateable } from 'kysely'
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
