import { sql } from 'kysely'
import { MAIL_JOB_KEY } from '#features/emails/rules.ts'
import type { Db } from '#platform/db/db.ts'
import type { MessageState } from './schema.ts'

export type MessageRow = {
  readonly channel: 'email' | 'text'
  readonly kind: string
  /** The row that it is about. */
  readonly subjectId: string
  readonly dedupeKey: string
  readonly state: MessageState
  readonly reason: string | null
  readonly at: Date
}

/**
 * Emails and texts about rows of any kind, latest first. Emails to staff about the same rows are no messages to the guest. An
 * email waits as long as its job: former versions have withheld emails without a mark, and a job that failed too often ends. Only the mark tells the reason.
 */
export async function listRows(db: Db, subjectIds: readonly string[]): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select 'email' as channel, m.kind, coalesce(m.subject_id, m.waiting_entry_id, m.list_entry_id) as "subjectId",
        m.dedupe_key as "dedupeKey", case when m.is_refused then 'failed' when m.sent_at is not null then 'sent'
        when m.is_withheld or j.id is null then 'not_sent' when j.attempts >= j.max_attempts then 'failed'
        else 'waiting' end as state,
        case when m.is_refused then 'refused' when m.sent_at is null and m.is_withheld
          then 'no_longer_applies' end as reason, coalesce(m.sent_at, m.created_at) as at
      from email_queue m left join graphile_worker.jobs j on j.key = ${MAIL_JOB_KEY} || m.id::text
      where (m.subject_id = any(${subjectIds}) or m.waiting_entry_id = any(${subjectIds})
          or m.list_entry_id = any(${subjectIds}) or m.also_about = any(${subjectIds}))
        and m.kind not like '%\\_notice'
    union all
    select 'text' as channel, t.kind, t.subject_id as "subjectId", t.dedupe_key as "dedupeKey", case t.status when 'queued' then 'waiting' when 'sending' then 'waiting'
        when 'suppressed' then 'not_sent' else t.status end as state, t.reason,
        coalesce(t.reported_at, t.sent_at, t.sending_at, t.created_at) as at
      from text_messages t where t.subject_id = any(${subjectIds}) or t.also_about = any(${subjectIds})
    order by at desc, kind`.execute(db)
  return rows
}
