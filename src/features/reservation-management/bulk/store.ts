import { sql } from 'kysely'
import { addHours } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import type { Selected } from './rules.ts'
import type { MessageForm } from './schema.ts'

type Row = Omit<Selected, 'hasArrived'>

export async function listSelected(db: Db, ids: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.id, r.reservation_type as "type", r.status, r.starts_at as "startsAt", r.guest_name as "guestName",
      r.guest_email as "guestEmail", reservation_open_cents(r) as "openCents"
    from unnest(${[...ids]}::uuid[]) with ordinality as wanted (id, place)
    join reservations r on r.id = wanted.id and r.deleted_at is null order by wanted.place`.execute(db)
  return rows
}

/** Sums the recipients of all messages that a staff member sent in the last hour, for the rate limit. */
export async function countRecipients(db: Db, staffUserId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('staffMessages')
    .where('staffUserId', '=', staffUserId)
    .where('createdAt', '>', addHours(now, -1))
    .select(sql<number>`coalesce(sum(recipients), 0)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type Message = Pick<MessageForm, 'key' | 'subject' | 'text'> & {
  readonly staffUserId: string
  readonly recipients: number
  readonly now: Date
}

/** A message as it was sent under its key; undefined where it was not. */
export const findMessage = (db: Db, key: string) =>
  db
    .selectFrom('staffMessages')
    .where('id', '=', key)
    .select(['subject', 'body', 'recipients', 'replacedBy'])
    .executeTakeFirst()

/** Ends messages that were written anew as another one: no late batch of theirs is sent. */
export async function replaceMessages(db: Db, keys: readonly string[], by: string): Promise<void> {
  if (keys.length === 0) return
  await db.updateTable('staffMessages').set({ replacedBy: by }).where('id', 'in', keys).execute()
}

/** Inserts a message, or writes it again; a further batch of it adds its recipients to the stored row. */
export async function writeMessage(db: Db, it: Message): Promise<void> {
  await db
    .insertInto('staffMessages')
    .values({
      id: it.key,
      staffUserId: it.staffUserId,
      subject: it.subject,
      body: it.text,
      recipients: it.recipients,
      createdAt: it.now,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({
        subject: it.subject,
        body: it.text,
        recipients: row('staffMessages.recipients', '+', it.recipients),
      })),
    )
    .execute()
}

/** The reservations among these for which a message under one of the keys was already enqueued. */
export async function listMessaged(
  db: Db,
  keys: readonly string[],
  ids: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('emailQueue')
    .where('subjectId', 'in', ids)
    .where('kind', '=', 'staff_message')
    .where('dedupeKey', 'in', keys)
    .select('subjectId')
    .execute()
  return new Set(rows.flatMap(({ subjectId }) => subjectId ?? []))
}

/** Locks the staff member's row: parallel batches would otherwise read the same count and exceed the rate limit. */
export async function lockSender(db: Db, staffUserId: string): Promise<void> {
  await db.selectFrom('staffUsers').where('id', '=', staffUserId).select('id').forUpdate().executeTakeFirst()
}
