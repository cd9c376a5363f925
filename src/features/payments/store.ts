import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Webhook } from '#platform/payments-gateways/types.ts'

type WebhookRow = {
  readonly id: string
  readonly provider: 'stripe' | 'local'
  readonly type: string
  readonly objectId: string | null
  readonly providerCreatedAt: Date
}

/** Returns false for a webhook that was stored before. */
export async function insertWebhook(db: Db, row: WebhookRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('webhookEvents')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Reservation that a provider's object belongs to; null where its checkout or dispute is not stored yet. */
export async function findReservationOfWebhook(db: Db, about: Webhook['about']): Promise<string | null> {
  if (about.kind === 'other') return null
  if (about.kind === 'dispute') {
    const dispute = await db
      .selectFrom('disputes')
      .select('reservationId')
      .where('id', '=', about.disputeId)
      .executeTakeFirst()
    return dispute?.reservationId ?? null
  }
  const checkout = await db
    .selectFrom('checkouts')
    .select('reservationId')
    .where((eb) =>
      about.kind === 'checkout'
        ? eb('sessionId', '=', about.sessionId)
        : eb('paymentIntentId', '=', about.paymentIntentId),
    )
    .executeTakeFirst()
  return checkout?.reservationId ?? null
}

/** Checkout of a payment, with the reservation that has most of its money. */
export const findCheckoutByPayment = (db: Db, paymentIntentId: string) =>
  db
    .selectFrom('checkouts')
    .select(['id', sql<string>`holder_of_checkout(id)`.as('reservationId')])
    .where('paymentIntentId', '=', paymentIntentId)
    .executeTakeFirst()

type DisputeRow = {
  readonly id: string
  readonly checkout: { readonly id: string; readonly reservationId: string }
  readonly amountCents: number
  readonly status: string
}

/**
 * Upserts the state of a dispute. Returns false where amount and status are unchanged, so that a repeat opens no issue.
 */
export async function upsertDispute(
  db: Db,
  { id, checkout, amountCents, status }: DisputeRow,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('disputes')
    .values({ id, checkoutId: checkout.id, reservationId: checkout.reservationId, amountCents, status })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ amountCents, status, updatedAt: sql`now()` })
        .where(sql<boolean>`(disputes.amount_cents, disputes.status) <> (${amountCents}, ${status})`),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
