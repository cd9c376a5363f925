import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

type RefundReason = 'table_gone' | 'paid_twice' | 'wrong_amount' | 'guest' | 'staff' | 'provider'
type RefundStatus = 'requested' | 'pending' | 'succeeded' | 'failed'

export type NewRefund = {
  readonly checkoutId: string
  readonly reservationId: string
  readonly amountCents: number
  readonly reason: RefundReason
  readonly note?: string
  /** The staff member who decided it. */
  readonly requestedBy?: string
  readonly status?: RefundStatus
  readonly providerRefundId?: string
  /** Idempotency key of the form that asked for it. */
  readonly requestKey?: string
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
    .select(['f.createdAt', 'c.paymentIntentId'])
    .executeTakeFirst()

/** Checkout of a payment, with the reservation that has most of its money: staff may have merged or split the first one. */
export const findCheckoutOfPayment = (db: Db, paymentIntentId: string) =>
  db
    .selectFrom('checkouts')
    .where('paymentIntentId', '=', paymentIntentId)
    .select(['id', sql<string>`holder_of_checkout(id)`.as('reservationId')])
    .executeTakeFirst()

/**
 * Reservations that the refunds of a payment are about, each with the one that it was merged into: a payment belongs to two
 * after a split.
 */
export async function listRefundedReservations(db: Db, checkoutId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.reservation_id as id from refunds f where f.checkout_id = ${checkoutId}
    union
    select r.merged_into_id from refunds f join reservations r on r.id = f.reservation_id
    where f.checkout_id = ${checkoutId} and r.merged_into_id is not null`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Locks a checkout and reads its refunds. The row lock serializes every sync of the payment, so that a refund made in
 * the provider's dashboard is inserted once. The caller has locked the reservation before.
 */
export async function lockRefundsOfCheckout(db: Db, checkoutId: string) {
  await db.selectFrom('checkouts').where('id', '=', checkoutId).select('id').forUpdate().execute()
  return db.selectFrom('refunds').where('checkoutId', '=', checkoutId).selectAll().execute()
}

export async function updateRefund(
  db: Db,
  id: string,
  it: { status: RefundStatus; providerRefundId: string | null; failure: string | null },
): Promise<void> {
  await db.updateTable('refunds').set(it).where('id', '=', id).execute()
}

/** Refunds without a final state that were last updated before a moment; the retry job enqueues them again. */
export const listUnsettledRefunds = (db: Db, before: Date) =>
  db
    .selectFrom('refunds as f')
    .innerJoin('checkouts as c', 'c.id', 'f.checkoutId')
    .where('f.status', 'in', ['requested', 'pending'])
    .where('f.updatedAt', '<', before)
    .select(['f.id', 'f.status', 'c.paymentIntentId'])
    .orderBy('f.updatedAt')
    .limit(100)
    .execute()

/** Stored status of the refunds with these provider ids. */
export const listByProviderId = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('refunds')
    .where('providerRefundId', 'in', [...ids])
    .select(['providerRefundId', 'status'])
    .execute()
