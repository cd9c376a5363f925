import type { Db } from '#platform/db/db.ts'

/** Whether guests of a hold have arrived, and are not taken back. */
export const hasArrival = async (db: Db, id: string): Promise<boolean> =>
  (await db
    .selectFrom('standingArrivalEvents')
    .where('reservationId', '=', id)
    .where('kind', '=', 'arrived')
    .select('id')
    .executeTakeFirst()) !== undefined

export async function writeConfirmedUnpaid(db: Db, id: string): Promise<void> {
  await db
    .updateTable('reservations')
    .set({ status: 'confirmed', heldUntil: null })
    .where('id', '=', id)
    .execute()
}
