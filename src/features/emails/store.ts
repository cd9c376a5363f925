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

/** The ids of the new ones: a letter about a matter that was asked for before is not among them. */
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

/** A message of staff with what its reservation is told apart by; undefined where either is gone. */
export const findMessage = (db: Db, { aboutId, occasion }: { aboutId: string; occasion: string }) =>
  db
    .selectFrom('reservations as r')
    .innerJoin('staffMessages as m', (join) => join.on('m.id', '=', occasion))
    .leftJoin('events as e', 'e.id', 'r.eventId')
    .where('r.id', '=', aboutId)
    .where('r.deletedAt', 'is', null)
    .select(['m.subject', 'm.body', 'r.guestName', 'r.guestEmail', 'r.guestCount', 'r.startsAt'])
    .select('e.title as eventTitle')
    .executeTakeFirst()
