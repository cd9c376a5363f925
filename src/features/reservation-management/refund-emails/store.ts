import { sql } from 'kysely'
import type { Cents } from '#lib/money.ts'
import type { Db } from '#platform/db/db.ts'

/** Refunds of the payment of a change that was not possible any more. */
export async function readChangeRefund(db: Db, changeId: string): Promise<Cents> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(f.amount_cents), 0)::integer as cents from refunds f join checkouts c on c.id = f.checkout_id
    where c.guest_change_id = ${changeId} and f.status <> 'failed'`.execute(db)
  return rows[0]?.cents ?? 0
}
