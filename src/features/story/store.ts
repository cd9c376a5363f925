import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { partyTableNumbers } from '#platform/db/fragments/party-tables.ts'

/** Reservation id by id or entry code, ignoring case; the newest match, null without one. */
export async function findId(db: Db, named: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from reservations where id::text = lower(${named}) or upper(entry_code) = upper(${named})
    order by created_at desc limit 1`.execute(db)
  return rows[0]?.id ?? null
}

export type TimelineRow = { readonly at: Date; readonly kind: string; readonly text: string }

const dollars = (column: string) => sql.raw(`'$' || to_char(${column} / 100.0, 'FM999999990.00')`)

/** Sort order of rows with the same timestamp (one transaction): a cause before its effects. */
const CAUSES_FIRST = [
  'reservation',
  'payment',
  'provider',
  'ledger',
  'refund',
  'dispute',
  'issue',
  'staff',
  'email',
  'text',
  'hold',
  'job',
]

const textRows = (id: string) => sql`
    union all select c.consented_at, 'text', 'texts agreed to, told by ' || c.source from text_consents c
      where c.reservation_id = ${id}
    union all select t.created_at, 'text', t.kind || ' queued' from text_messages t where t.reservation_id = ${id}
    union all select coalesce(t.reported_at, t.sent_at, t.sending_at, t.created_at), 'text',
        concat_ws(' ', t.kind, t.status, t.reason) from text_messages t
      where t.reservation_id = ${id} and t.status <> 'queued'`

/**
 * Timeline entries from every table about a reservation, jobs included. The guest's name, email
 * and phone are left out, so that the output holds no personal data of the guest.
 */
export async function readTimelineRows(db: Db, id: string): Promise<TimelineRow[]> {
  const { rows } = await sql<TimelineRow>`
    with checkout as (select * from checkouts where reservation_id = ${id}),
      refund as (select * from refunds where reservation_id = ${id}),
      dispute as (select * from disputes where reservation_id = ${id}),
      mail as (select * from email_queue where reservation_id = ${id}), line as (
    select r.created_at as at, 'reservation' as kind, concat_ws(', ',
        r.reservation_type || ' for ' || r.guest_count || ' on ' || r.business_date,
        'table ' || nullif(array_to_string(${partyTableNumbers('r')}, ' and '), ''), 'code ' || r.entry_code,
        ${dollars('r.total_price_cents')},
        case when r.hold_key is not null then 'held' end, 'now ' || r.status, 'payment ' || r.payment_status,
        'cancelled by ' || r.cancel_reason) as text
      from reservations r where r.id = ${id}
    union all select r.held_until, 'hold', 'the hold ends' from reservations r
      where r.id = ${id} and r.held_until is not null
    union all select r.left_at, 'reservation', 'the guests left' from reservations r
      where r.id = ${id} and r.left_at is not null
    union all select r.deleted_at, 'reservation', 'deleted' from reservations r
      where r.id = ${id} and r.deleted_at is not null
    union all select r.anonymised_at, 'reservation', 'anonymised' from reservations r
      where r.id = ${id} and r.anonymised_at is not null
    union all select c.created_at, 'payment', concat_ws(' ', 'checkout of', ${dollars('c.amount_cents')},
        'opened at', c.provider, c.session_id, '(now ' || c.status || ')') from checkout c
    union all select c.paid_at, 'payment', concat_ws(' ', 'paid', ${dollars('c.received_cents')}, c.payment_intent_id)
      from checkout c where c.paid_at is not null
    union all select w.received_at, 'provider', concat_ws(' ', 'message', w.type, w.id) from webhook_events w
      where w.object_id in (select session_id from checkout union select payment_intent_id from checkout
        union select provider_refund_id from refund union select id from dispute)
    union all select l.created_at, 'ledger', concat_ws(' ', l.kind, ${dollars('l.amount_cents')}, l.method,
        'by ' || l.actor_name) from ledger_lines l where l.reservation_id = ${id}
    union all select f.created_at, 'refund', concat_ws(' ', ${dollars('f.amount_cents')}, 'asked for,', f.reason,
        '(now ' || f.status || ')', f.failure) from refund f
    union all select d.created_at, 'dispute', concat_ws(' ', d.id, ${dollars('d.amount_cents')}, 'now', d.status)
      from dispute d
    union all select x.opened_at, 'issue', concat_ws(' ', x.kind, ${dollars('x.amount_cents')})
      from payment_exceptions x where x.reservation_id = ${id}
    union all select x.resolved_at, 'issue', concat_ws(' ', x.kind, 'resolved') from payment_exceptions x
      where x.reservation_id = ${id} and x.resolved_at is not null
    union all select m.created_at, 'email', m.kind || ' queued' from mail m
    union all select m.sent_at, 'email', m.kind || ' sent' from mail m where m.sent_at is not null ${textRows(id)}
    union all select a.created_at, 'staff', concat_ws(' ', a.actor, a.action) from activity a
      where a.entity = 'reservation' and a.entity_id = ${id}
    union all select a.created_at, 'staff', concat_ws(' ', a.kind, '→', a.status) from reservation_acts a
      where a.reservation_id = ${id}
    union all select a.undone_at, 'staff', a.kind || ' undone' from reservation_acts a
      where a.reservation_id = ${id} and a.undone_at is not null
    union all select coalesce(a.settled_at, a.finished_at), 'staff', a.kind || ' can be undone no more'
      from reservation_acts a where a.reservation_id = ${id}
        and case a.kind when 'amended' then a.settled_at else a.finished_at end is not null
    union all select j.run_at, 'job', concat_ws(' ', t.identifier, 'waits,', j.attempts, 'attempts', j.last_error)
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where j.payload->>'reservationId' = ${id}
        or j.payload->>'sessionId' in (select session_id from checkout)
        or j.payload->>'checkoutId' in (select id::text from checkout)
        or j.payload->>'refundId' in (select id::text from refund)
        or j.payload->>'mailId' in (select id::text from mail)
    ) select at, kind, text from line order by at, array_position(${CAUSES_FIRST}::text[], kind)`.execute(db)
  return rows
}
