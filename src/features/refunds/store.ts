import { sql } from 'kysely'
import type { Db } from '#platform/db.ts'

export type RefundReason = 'table_gone' | 'paid_twice' | 'wrong_amount' | 'guest' | 'staff' | 'provider'
type RefundStatus = 'requested' | 'pending' | 'succeeded' | 'failed'

export type NewRefund = {
  readonly checkoutId: string
  readonly reservationId: string
  readonly amountCents: number
  readonly reason: RefundReason
  readonly note?: string
  readonly status?: RefundStatus
  readonly providerRefundId?: string
}

export async function insertRefund(db: Db, it: NewRefund): Promise<string> {
  const { id } = await db
    .insertInto('refunds')
    .values({ status: 'requested', ...it })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const findRefund = (db: Db, id: string) =>
  db
    .selectFrom('refunds as f')
    .innerJoin('checkouts as c', 'c.id', 'f.checkoutId')
    .where('f.id', '=', id)
    .select(['f.id', 'f.checkoutId', 'f.reservationId', 'f.amountCents', 'f.status', 'f.providerRefundId'])
    .select('c.paymentIntentId')
    .executeTakeFirst()

/** The refunds of one payment, kept from changing until the transaction ends, and the payment they belong to. */
export async function lockRefundsOf(db: Db, paymentIntentId: string) {
  const checkout = await db
    .selectFrom('checkouts')
    .where('paymentIntentId', '=', paymentIntentId)
    .select(['id', 'reservationId'])
    .forUpdate()
    .executeTakeFirst()
  if (!checkout) return null
  const refunds = await db.selectFrom('refunds').where('checkoutId', '=', checkout.id).selectAll().execute()
  return { checkout, refunds }
}

export async function updateRefund(
  db: Db,
  id: string,
  it: { status: RefundStatus; providerRefundId: string | null; failure: string | null },
): Promise<void> {
  await db.updateTable('refunds').set(it).where('id', '=', id).execute()
}

/** What was paid for a reservation and what of it goes or went back. */
export async function sumMoney(
  db: Db,
  reservationId: string,
): Promise<{ paidCents: number; backCents: number }> {
  const { rows } = await sql<{ paidCents: number; backCents: number }>`
    select
      (select coalesce(sum(received_cents), 0)::integer from checkouts
        where reservation_id = ${reservationId} and status = 'paid') as "paidCents",
      (select coalesce(sum(amount_cents), 0)::integer from refunds
        where reservation_id = ${reservationId} and status <> 'failed') as "backCents"
  `.execute(db)
  return rows[0] ?? { paidCents: 0, backCents: 0 }
}

/** Keeps the payments of a reservation from changing until the transaction ends: what is left of them is given back once. */
export async function lockPayments(db: Db, reservationId: string): Promise<void> {
  await db
    .selectFrom('checkouts')
    .where('reservationId', '=', reservationId)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The payments of a reservation with what is left of each. */
export const listPaid = (db: Db, reservationId: string) =>
  db
    .selectFrom('checkouts as c')
    .where('c.reservationId', '=', reservationId)
    .where('c.status', '=', 'paid')
    .select(['c.id', 'c.paymentIntentId'])
    .select(
      sql<number>`(c.received_cents - coalesce((select sum(f.amount_cents) from refunds f
        where f.checkout_id = c.id and f.status <> 'failed'), 0))::integer`.as('leftCents'),
    )
    .execute()

/** Refunds that are neither done nor failed and were last touched before a moment. */
export const listUnsettledRefunds = (db: Db, before: Date) =>
  db
    .selectFrom('refunds as f')
    .innerJoin('checkouts as c', 'c.id', 'f.checkoutId')
    .where('f.status', 'in', ['requested', 'pending'])
    .where('f.updatedAt', '<', before)
    .select(['f.id', 'f.status', 'c.paymentIntentId'])
    .limit(100)
    .execute()
