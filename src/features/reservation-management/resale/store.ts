import { sql } from 'kysely'
import { MOVE_FEE } from '#features/reservations/rules.ts'
import type { Db } from '#platform/db/db.ts'

/** Fees in the price of a reservation. They are not refunded. */
const FEES = sql`coalesce((
  select sum(l.amount_cents) from reservation_lines l where l.reservation_id = r.id and l.kind = 'fee'), 0)`

/**
 * Late cancellations whose table was sold again and paid for the same night, while what was paid for them is kept. Empty unless
 * the setting is on. With an id, only that reservation.
 */
export async function listResold(db: Db, id: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from reservations r cross join venue v
    where v.refund_resold_tables and r.status = 'cancelled' and r.kept_cents > ${FEES} and r.deleted_at is null
      and r.id = coalesce(${id}::uuid, r.id)
      and r.event_id is not null and r.cancelled_at < r.ends_at
      and r.cancelled_at > least(r.starts_at - make_interval(hours => v.change_notice_hours), r.refundable_until)
      and exists (
        select from reservations s
        where s.event_id = r.event_id and s.id <> r.id and s.deleted_at is null
          and (s.table_id in (r.table_id, r.second_table_id) or s.second_table_id in (r.table_id, r.second_table_id))
          and s.status in ('confirmed', 'completed') and s.created_at > r.cancelled_at
          and s.received_cents - s.refunded_cents - s.disputed_cents > 0
      )
    order by r.id limit 100`.execute(db)
  return rows.map(({ id: found }) => found)
}

/** Keeps nothing but fees. */
export async function writeFeesKept(db: Db, id: string): Promise<void> {
  await sql`
    update reservations r set kept_cents = ${FEES}, kept_reason = case when ${FEES} > 0 then ${MOVE_FEE} end
    where r.id = ${id}`.execute(db)
}
