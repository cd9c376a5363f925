import type { Db } from '#platform/db/db.ts'

/** Makes a dinner that the waiting list offers the guest's, so that it has no expiry. A trigger marks the offer as accepted. */
export async function endOffer(db: Db, id: string): Promise<void> {
  await db
    .updateTable('reservations')
    .set({ heldUntil: null })
    .where('id', '=', id)
    .where('heldUntil', 'is not', null)
    .execute()
}
