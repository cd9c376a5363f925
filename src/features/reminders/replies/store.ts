import { type Insertable, sql } from 'kysely'
import type { DB } from '#platform/db/db-types.ts'
import { ARRIVED_STATES } from '#features/emails/text-messages/rules.ts'
import type { Db } from '#platform/db/db.ts'
import type { SubjectRows } from '#platform/db/fragments/subject-rows.ts'

/** A reservation of a number, and whether a text to that number asked if its guest comes on its present date. */
export type Upcoming = { readonly id: string; readonly isAsked: boolean }

type Caller = { readonly phone: string; readonly phoneHash: string; readonly now: Date }

/** Reservations of a number whose guests are expected, the next one first. */
export async function listUpcomingOf(db: Db, { phone, phoneHash, now }: Caller): Promise<Upcoming[]> {
  const { rows } = await sql<Upcoming>`
    select r.id, exists (select from text_messages t
      where t.reservation_id = r.id and t.kind = 'reminder' and t.phone_hash = ${phoneHash}
        and t.status in (${sql.join(ARRIVED_STATES)})
        and starts_with(t.dedupe_key, r.business_date::text)) as "isAsked"
    from reservations r
    where r.ends_at > ${now} and phone_key(r.guest_phone) = phone_key(${phone}) and r.deleted_at is null
      and (r.status = 'confirmed' or (r.status = 'pending' and r.held_until is null))
    order by r.starts_at, r.id limit 10`.execute(db)
  return rows
}

/** The last reservation of a number; undefined for a number without a booking. */
export async function findLastOf(db: Db, phone: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select r.id from guest_contacts c join reservations r on r.guest_id = c.guest_id
    where c.kind = 'phone' and c.value = phone_key(${phone}) and r.deleted_at is null
    order by r.starts_at desc, r.id limit 1`.execute(db)
  return rows[0]?.id
}

/** The text that asked a number for an answer last: about a reservation, or an offer of the waiting list. */
export const findLastQuestion = (db: Db, phoneHash: string) =>
  db
    .selectFrom('textMessages')
    .where('phoneHash', '=', phoneHash)
    .where('kind', 'in', ['reminder', 'waiting_offer'])
    .where('status', 'in', ARRIVED_STATES)
    .orderBy('sendingAt', 'desc')
    .select(['kind', 'reservationId'])
    .executeTakeFirst()

/** Stores a reply; one that the provider delivers again is stored once. */
export async function insertReply(db: Db, row: Insertable<DB['textReplies']>): Promise<void> {
  await db
    .insertInto('textReplies')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type UnreadRow = {
  readonly id: string
  readonly guestName: string | null
  readonly phone: string
  readonly body: string
  readonly reservationId: string | null
  readonly receivedAt: Date
}

/** Unread replies, the oldest first, with the name of the guest. */
export async function listUnreadReplies(db: Db, limit: number): Promise<UnreadRow[]> {
  const { rows } = await sql<UnreadRow>`
    select t.id, coalesce(r.guest_name, (select p.name from guest_contacts c join guests g on g.id = c.guest_id
        join guests p on p.id = coalesce(g.merged_into, g.id)
        where c.kind = 'phone' and c.value = phone_key(t.phone))) as "guestName",
      t.phone, t.body, r.id as "reservationId", t.received_at as "receivedAt"
    from text_replies t left join reservations r on r.id = t.reservation_id and r.deleted_at is null
    where t.read_at is null order by t.received_at, t.id limit ${limit}`.execute(db)
  return rows
}

/** Marks a reply as read; false where it was read before, or does not exist. */
export async function writeRead(
  db: Db,
  id: string,
  { at, by }: { readonly at: Date; readonly by: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('textReplies')
    .set({ readAt: at, readBy: by })
    .where('id', '=', id)
    .where('readAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const ofSubject = (which: SubjectRows) =>
  'guestIds' in which
    ? sql<boolean>`phone_key(phone) = any(${[...which.phones]}::text[])`
    : sql<boolean>`received_at < ${which.before}`

/** Replies of a person, for a privacy request. */
export const listRepliesOf = (db: Db, which: SubjectRows) =>
  db
    .selectFrom('textReplies')
    .where(ofSubject(which))
    .select(['phone', 'body', 'receivedAt'])
    .orderBy('receivedAt')
    .execute()

/** Deletes the replies of a person, or those from before a moment. */
export async function deleteReplies(db: Db, which: SubjectRows): Promise<void> {
  await db.deleteFrom('textReplies').where(ofSubject(which)).execute()
}
