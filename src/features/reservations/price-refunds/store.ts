import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/**
 * Makes a refund, and adds it to the part of the received amount that pays for nothing any more. The trigger of the credit has
 * counted what the refund took of it already: the sum from before the refund counts each cent once. Returns the refund.
 */
export async function countPriceRefund(db: Db, id: string, refund: () => Promise<number>): Promise<number> {
  const { priceRefundedCents: before } = await db
    .selectFrom('reservations')
    .where('id', '=', id)
    .select('priceRefundedCents')
    .executeTakeFirstOrThrow()
  const cents = await refund()
  if (cents > 0) await setPriceRefunded(db, id, before + cents)
  return cents
}

/** Adds money to a reservation that is owed to its guest and pays for nothing, also where a cancelled one stands again. */
export async function addOwed(db: Db, id: string, cents: number): Promise<void> {
  if (cents === 0) return
  await sql`
    update reservations set price_refunded_cents = price_refunded_cents + ${cents},
      price_refunded_before_cents = price_refunded_before_cents + ${cents}
    where id = ${id}`.execute(db)
}

/** Sets the part of the received amount that was refunded and pays for nothing. What is gone is kept no longer. */
export async function setPriceRefunded(db: Db, id: string, cents: number): Promise<void> {
  await sql`
    update reservations set price_refunded_cents = ${cents},
      kept_cents = least(kept_cents, greatest(0, received_cents - refunded_cents - disputed_cents))
    where id = ${id}`.execute(db)
}
