import type { Db } from '#platform/db.ts'
import type { PaymentException } from './schema.ts'

/** A matter that is known already keeps its place and gets the newest words. */
export async function upsertException(db: Db, it: PaymentException): Promise<void> {
  await db
    .insertInto('paymentExceptions')
    .values(it)
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet({ detail: it.detail }))
    .execute()
}

export async function resolveMatters(
  db: Db,
  reservationId: string,
  { by, now, resolution }: { readonly by: string; readonly now: Date; readonly resolution: string },
): Promise<string[]> {
  const resolved = await db
    .updateTable('paymentExceptions')
    .set({ resolvedAt: now, resolvedBy: by, resolution })
    .where('reservationId', '=', reservationId)
    .where('kind', '=', 'paid_and_cancelled')
    .where('resolvedAt', 'is', null)
    .returning('id')
    .execute()
  return resolved.map(({ id }) => id)
}

export async function reopenExceptions(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('paymentExceptions')
    .set({ resolvedAt: null, resolvedBy: null, resolution: null })
    .where('id', 'in', [...ids])
    .execute()
}
