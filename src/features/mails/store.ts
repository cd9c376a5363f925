import type { Db } from '#platform/db.ts'
import { type About, LETTERS, type MailKind } from './rules.ts'

const COLUMNS = {
  reservation: 'reservationId',
  dinner: 'reservationId',
  reminder: 'reservationId',
  inquiry: 'inquiryId',
  application: 'applicationId',
  table_request: 'tableRequestId',
} as const satisfies Record<About, string>

export type PromisedMail = { readonly aboutId: string; readonly kind: MailKind; readonly occasion: string }

/** Null where this letter about this matter was asked for before. */
export async function insertMail(db: Db, { aboutId, kind, occasion }: PromisedMail): Promise<string | null> {
  const row = await db
    .insertInto('mails')
    .values({ [COLUMNS[LETTERS[kind]]]: aboutId, kind, occasion })
    .onConflict((conflict) => conflict.columns(['aboutId', 'kind', 'occasion']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export const findMail = (db: Db, id: string) =>
  db
    .selectFrom('mails')
    .where('id', '=', id)
    .select(['id', 'aboutId', 'kind', 'occasion', 'sentAt', 'createdAt'])
    .executeTakeFirst()

export async function markSent(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('mails').set({ sentAt: at }).where('id', '=', id).where('sentAt', 'is', null).execute()
}
