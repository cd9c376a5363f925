import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** Sets when a party is removed; false where it is not in line, or being removed already. */
export async function setRemoval(db: Db, id: string, removalAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('waitingEntries')
    .set({ removalAt })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'offered'])
    .where('removalAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Clears a removal that is still to come; false where there is none. */
export async function clearRemoval(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('waitingEntries')
    .set({ removalAt: null })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'offered'])
    .where('removalAt', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes the parties without an offer whose time has come. */
export async function removeWaiting(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('waitingEntries')
    .set({ status: 'removed' })
    .where('status', '=', 'waiting')
    .where('removalAt', '<=', now)
    .execute()
}

/** Offers to the parties whose time has come. */
export async function listOffersToEnd(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from waiting_entries w join reservations r on r.waiting_entry_id = w.id
    where w.status = 'offered' and w.removal_at <= ${now} and r.status = 'pending' and r.deleted_at is null
    order by w.seq`.execute(db)
  return rows.map(({ id }) => id)
}
