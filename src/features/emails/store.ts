import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { type EmailSubject, EMAILS, type EmailKind } from './rules.ts'

const COLUMNS = {
  reservation: 'reservationId',
  dinner: 'reservationId',
  reminder: 'reservationId',
  thanks: 'reservationId',
  message: 'reservationId',
  amendment: 'reservationId',
  lookup: 'reservationId',
  guest_change: 'reservationId',
  merge: 'reservationId',
  refund: 'reservationId',
  inquiry: 'inquiryId',
  application: 'applicationId',
  table_request: 'tableRequestId',
  waiting: 'waitingEntryId',
  list_entry: 'listEntryId',
} as const satisfies Record<EmailSubject, string>

export type NewEmail = { readonly subjectId: string; readonly kind: EmailKind; readonly dedupeKey: string }

/** Returns the ids of new rows. An email with the same subject, kind and dedupe key is not inserted again. */
export async function insertEmails(db: Db, email: readonly NewEmail[]): Promise<string[]> {
  const rows = await db
    .insertInto('emailQueue')
    .values(
      email.map(({ subjectId, kind, dedupeKey }) => ({
        [COLUMNS[EMAILS[kind]]]: subjectId,
        kind,
        dedupeKey,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export const findEmail = (db: Db, id: string) =>
  db
    .selectFrom('emailQueue as q')
    .leftJoin('reservations as r', 'r.id', 'q.reservationId')
    .where('q.id', '=', id)
    .select(['q.id', 'q.reservationId', 'q.kind', 'q.dedupeKey', 'q.sentAt', 'q.createdAt'])
    .select(['r.businessDate', 'r.guestEmail'])
    .select(
      sql<string[]>`array(select m.thread_date::text from email_queue m
        where m.subject_id = q.subject_id and m.thread_date is not null
        group by m.thread_date order by min(m.sent_at))`.as('threadDates'),
    )
    .select(sql<string>`coalesce(q.subject_id, q.waiting_entry_id, q.list_entry_id)`.as('subjectId'))
    .executeTakeFirst()

type Sent = {
  readonly at: Date
  readonly isRefused: boolean
  readonly alsoAbout: string | null
  readonly threadDate: string | null
}

export async function markSent(
  db: Db,
  id: string,
  { at, isRefused, alsoAbout, threadDate }: Sent,
): Promise<void> {
  await db
    .updateTable('emailQueue')
    .set({ sentAt: at, isRefused, alsoAbout, threadDate })
    .where('id', '=', id)
    .where('sentAt', 'is', null)
    .execute()
}

/** Marks an email that no longer applied when it was to be sent. */
export async function markWithheld(db: Db, id: string): Promise<void> {
  await db
    .updateTable('emailQueue')
    .set({ isWithheld: true })
    .where('id', '=', id)
    .where('sentAt', 'is', null)
    .execute()
}

/** When a change of the reservation of an email can no longer be undone; null where none is open. */
export async function findUndoEnd(db: Db, reservationId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(undo_until) as at from reservation_acts
    where reservation_id = ${reservationId} and undone_at is null and finished_at is null`.execute(db)
  return rows[0]?.at ?? null
}

/** Deletes an email that has not left yet: what it would say was undone. */
export async function deleteUnsentEmail(
  db: Db,
  subjectId: string,
  { kind, dedupeKey }: { readonly kind: EmailKind; readonly dedupeKey: string },
): Promise<void> {
  await db
    .deleteFrom('emailQueue')
    .where('subjectId', '=', subjectId)
    .where('kind', '=', kind)
    .where('dedupeKey', '=', dedupeKey)
    .where('sentAt', 'is', null)
    .execute()
}

/** Deletes queued and sent emails about purged reservations. */
export async function deleteReservationEmails(db: Db, reservationIds: readonly string[]): Promise<void> {
  await db.deleteFrom('emailQueue').where('subjectId', 'in', reservationIds).execute()
}
