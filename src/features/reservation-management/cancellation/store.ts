import type { Db } from '#platform/db/db.ts'

export async function writeKept(
  db: Db,
  id: string,
  kept: { readonly keptCents: number; readonly keptReason: string; readonly isRefundedIfResold?: boolean },
): Promise<void> {
  await db.updateTable('reservations').set(kept).where('id', '=', id).execute()
}
