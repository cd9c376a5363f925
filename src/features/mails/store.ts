import type { Db } from '#platform/db.ts'

export type MailKind = 'confirmation' | 'cancelled' | 'table_gone' | 'paid_twice' | 'wrong_amount'

/** Null where this letter about this reservation was asked for before. */
export async function insertMail(db: Db, reservationId: string, kind: MailKind): Promise<string | null> {
  const row = await db
    .insertInto('mails')
    .values({ reservationId, kind })
    .onConflict((conflict) => conflict.columns(['reservationId', 'kind']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export const findMail = (db: Db, id: string) =>
  db
    .selectFrom('mails')
    .where('id', '=', id)
    .select(['id', 'reservationId', 'kind', 'sentAt', 'createdAt'])
    .executeTakeFirst()

export async function markSent(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('mails').set({ sentAt: at }).where('id', '=', id).where('sentAt', 'is', null).execute()
}
