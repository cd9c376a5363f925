import type { Db } from '#platform/db/db.ts'

export async function writeLeft(db: Db, id: string, leftAt: Date | null): Promise<void> {
  await db.updateTable('reservations').set({ leftAt }).where('id', '=', id).execute()
}
