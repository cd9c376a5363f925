import type { Db } from '#platform/db/db.ts'
import type { columnsOf } from './rules.ts'

type Seats = ReturnType<typeof columnsOf> & { readonly leftAt?: null; readonly presentAt: Date | null }

/** Sets the tables of a reservation; with `leftAt` it keeps them until its end again. A trigger moves its occupancies with them. */
export async function writeTables(db: Db, id: string, columns: Seats): Promise<void> {
  await db.updateTable('reservations').set(columns).where('id', '=', id).execute()
}

/** Sets the end of a sitting. A trigger changes its occupancies. */
export async function writeEnd(db: Db, id: string, endsAt: Date): Promise<void> {
  await db.updateTable('reservations').set({ endsAt }).where('id', '=', id).execute()
}

export const listTables = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('venueTables')
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .select(['id', 'tableNumber'])
    .execute()
