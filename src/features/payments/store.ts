import type { Db } from '#platform/db.ts'

type WebhookRow = {
  readonly id: string
  readonly provider: 'stripe' | 'local'
  readonly type: string
  readonly objectId: string | null
  readonly providerCreatedAt: Date
}

/** False: this message was stored before. */
export async function insertWebhook(db: Db, row: WebhookRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('webhookEvents')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const findPaidBy = (db: Db, paymentIntentId: string) =>
  db
    .selectFrom('checkouts')
    .select(['id', 'reservationId'])
    .where('paymentIntentId', '=', paymentIntentId)
    .executeTakeFirst()
