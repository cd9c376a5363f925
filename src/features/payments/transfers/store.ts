import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { HeldMoney } from './rules.ts'

/** Sums of the ledger lines of a reservation by method and online payment. Cover belongs to the guests who paid it. */
export async function listHeld(db: Db, reservationId: string): Promise<HeldMoney[]> {
  const { rows } = await sql<HeldMoney>`
    select method, checkout_id as "checkoutId", sum(amount_cents)::integer as "amountCents",
      sum(allowance_cents)::integer as "allowanceCents"
    from ledger_lines where reservation_id = ${reservationId} and cover_kind is null
    group by method, checkout_id having sum(amount_cents) <> 0 or sum(allowance_cents) <> 0`.execute(db)
  return rows
}

/** The lines by which one act moved money. */
export const listMoved = (db: Db, key: string) =>
  db
    .selectFrom('ledgerLines')
    .where('sourceKey', 'like', `transfer:${key}:%`)
    .where('reservationId', 'is not', null)
    .select(['sourceKey', 'method', 'checkoutId', 'amountCents', 'allowanceCents', 'reservationId'])
    .$narrowType<{ reservationId: string }>()
    .orderBy('sourceKey')
    .execute()

/** States of a dispute after which the money stays with the venue. */
const KEPT = ['won', 'prevented', 'warning_closed']

/** Whether the guest or the bank moves money of a reservation: a refund is on its way, or a payment is disputed. */
export async function isMoneyUnderWay(db: Db, reservationId: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from refunds where reservation_id = ${reservationId} and status in ('requested', 'pending'))
      or exists (select from disputes
        where reservation_id = ${reservationId} and status <> all(${[...KEPT, 'lost']}::text[]))
      or exists (select from payment_exceptions where reservation_id = ${reservationId} and resolved_at is null)
      as is`.execute(db)
  return rows[0]?.is ?? false
}
