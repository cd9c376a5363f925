import type { Db } from '#platform/db/db.ts'
import { type About, EMAILS, type MailKind } from './rules.ts'

const COLUMNS = {
  reservation: 'reservationId',
  dinner: 'reservationId',
  reminder: 'reservationId',
  message: 'reservationId',
  inquiry: 'inquiryId',
  application: 'applicationId',
  table_request: 'tableRequestId',
} as const satisfies Record<About, string>

export type PromisedMail = { readonly aboutId: string; readonly kind: MailKind; readonly occasion: string }

/** Returns the ids of new rows. An email with the same subject, kind and dedupe key is not inserted again. */
export async function insertMails(db: Db, promised: readonly PromisedMail[]): Promise<string[]> {
  const rows = await db
    .insertInto('mails')
    .values(
      promised.map(({ aboutId, kind, occasion }) => ({ [COLUMNS[EMAILS[kind]]]: aboutId, kind, occasion })),
    )
    .onConflict((conflict) => conflict.columns(['aboutId', 'kind', 'occasion']).doNothing())
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export const findMail = (db: Db, id: string) =>
  db
    .selectFrom('mails')
    .where('id', '=', id)
    .select(['id', 'aboutId', 'reservationId', 'kind', 'occasion', 'sentAt', 'createdAt'])
    .executeTakeFirst()

export async function markSent(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('mails').set({ sentAt: at }).where('id', '=', id).where('sentAt', 'is', null).execute()
}
