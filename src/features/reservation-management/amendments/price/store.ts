import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** Refunds of earlier price differences that wait for the end of their undo window. */
export async function readPendingRefund(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`select pending_price_refund(${id}) as cents`.execute(db)
  return rows[0]?.cents ?? 0
}
