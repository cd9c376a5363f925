import { sql } from 'kysely'
import { ARRIVED_STATES } from '#features/emails/text-messages/rules.ts'
import type { Db } from '#platform/db/db.ts'

export type Channel = 'email' | 'text'

/** Reminders of a reservation, by the keys that separate them. */
export type Reminders = { readonly id: string; readonly keys: readonly string[] }

// States of a reminder that its guest has, or may have, and of one that is still to be sent.
const EMAIL_SENT = sql`(m.sent_at is not null)`
const TEXT_SENT = sql`(m.status in (${sql.join(ARRIVED_STATES)}))`
const EMAIL_WAITS = sql`(m.sent_at is null and not m.is_withheld)`
const TEXT_WAITS = sql`(m.status = 'queued')`

const IS_REMINDER = {
  email: sql`m.kind in ('dinner_reminder', 'night_reminder')`,
  text: sql`m.kind = 'reminder'`,
}
const QUEUES = { email: sql.table('email_queue'), text: sql.table('text_messages') }
const SENT = { email: EMAIL_SENT, text: TEXT_SENT }
const WAITS = { email: EMAIL_WAITS, text: TEXT_WAITS }

/** Whether a reminder of a reservation waits to be sent. */
export const hasWaitingReminder = (db: Db, channel: Channel, of: Reminders): Promise<boolean> =>
  exists(db, channel, { of, that: sql`m.subject_id = ${of.id} and ${WAITS[channel]}` })

/** Whether a reminder of the other reservation was about this one as well. */
export const isNamedByOther = (db: Db, channel: Channel, of: Reminders): Promise<boolean> =>
  exists(db, channel, { of, that: sql`m.also_about = ${of.id} and ${SENT[channel]}` })

/** Whether a guest has a reminder of a reservation, by itself or with the other one. */
export const isReminded = (db: Db, channel: Channel, of: Reminders): Promise<boolean> =>
  exists(db, channel, { of, that: sql`${of.id} in (m.subject_id, m.also_about) and ${SENT[channel]}` })

async function exists(
  db: Db,
  channel: Channel,
  { of, that }: { readonly of: Reminders; readonly that: ReturnType<typeof sql> },
): Promise<boolean> {
  const { rows } = await sql`
    select from ${QUEUES[channel]} m
    where ${IS_REMINDER[channel]} and m.dedupe_key in (${sql.join(of.keys)}) and ${that} limit 1`.execute(db)
  return rows.length === 1
}
