import { sql } from 'kysely'
import type { JsonRecord } from '#lib/changes.ts'
import type { Db } from '#platform/db/db.ts'
import type { MovedRows } from './schema.ts'

/** The columns that a merge or a split writes. */
const WRITTEN = sql.raw(
  [
    'status, cancel_reason, deleted_status, deleted_at, merged_into_id, guest_count, total_price_cents, kept_cents, kept_reason',
    'staff_note, special_requests, refundable_until, table_id, second_table_id, extra_table_ids, tags, dinner_id, waiting_entry_id',
    'is_large_party, holder_count',
  ].join(', '),
)

/** A reservation as its columns are, those that others write among them. */
export async function readState(db: Db, id: string): Promise<JsonRecord> {
  const { rows } = await sql<{ state: JsonRecord }>`
    select to_jsonb(x) as state from (
      select ${WRITTEN}, payment_status, guest_name, guest_email, guest_phone, event_id, business_date, starts_at, ends_at,
        left_at, held_until, received_cents, refunded_cents, disputed_cents, allowance_cents, credit_cents, credit_until
      from reservations where id = ${id}) x`.execute(db)
  return rows[0]?.state ?? {}
}

/**
 * Writes the columns as they were; one that an older version did not read stays as it is. Triggers occupy the tables again, which may
 * conflict.
 */
export async function writeState(db: Db, id: string, state: JsonRecord): Promise<void> {
  await sql`
    update reservations r set (${WRITTEN}) = (
      select ${WRITTEN} from jsonb_populate_record(r, ${JSON.stringify(state)}::jsonb))
    where id = ${id}`.execute(db)
}

/** Payment status and credit follow the price and the money, and are those from before once both are. */
export async function writeMoneyState(db: Db, id: string, state: JsonRecord): Promise<void> {
  await sql`
    update reservations set payment_status = ${state['payment_status']}, credit_cents = ${state['credit_cents'] ?? 0},
      credit_until = ${state['credit_until'] ?? null}
    where id = ${id}`.execute(db)
}

/** Rows of a reservation that a merge moves to another one, and the tasks there that they replace. */
export async function findMovedRows(db: Db, { from, to }: { from: string; to: string }): Promise<MovedRows> {
  const { rows } = await sql<MovedRows>`
    select array(select id from reservation_lines where reservation_id = ${from}) as "lineIds",
      array(select id from entry_shares where reservation_id = ${from}) as "shareIds",
      array(select id from run_sheet_tasks where reservation_id = ${from}) as "taskIds",
      coalesce((select jsonb_agg(to_jsonb(t)) from run_sheet_tasks t where t.reservation_id = ${to}), '[]') as "replacedTasks",
      array(select id from reservations where merged_into_id = ${from}) as "mergedIds",
      array(select id from reservations where dinner_id = ${from}) as "nightIds"`.execute(db)
  const [found] = rows
  if (!found) throw new Error('no rows were read')
  return found
}

/** Gives the rows back to a reservation. */
export async function moveRowsBack(db: Db, id: string, rows: MovedRows): Promise<void> {
  const { lineIds, shareIds, taskIds, replacedTasks, mergedIds, nightIds } = rows
  await sql`update reservation_lines set reservation_id = ${id} where id = any(${lineIds}::uuid[])`.execute(
    db,
  )
  await sql`update entry_shares set reservation_id = ${id}, updated_at = now() where id = any(${shareIds}::uuid[])`.execute(
    db,
  )
  await sql`update run_sheet_tasks set reservation_id = ${id} where id = any(${taskIds}::uuid[])`.execute(db)
  await sql`
    insert into run_sheet_tasks select * from jsonb_populate_recordset(null::run_sheet_tasks, ${JSON.stringify(replacedTasks)}::jsonb)
    on conflict do nothing`.execute(db)
  await sql`update reservations set merged_into_id = ${id} where id = any(${mergedIds}::uuid[])`.execute(db)
  await sql`update reservations set dinner_id = ${id} where id = any(${nightIds}::uuid[])`.execute(db)
}

/** The other reservation of a change that can be undone; undefined where the change is none that has one. */
export async function findOther(db: Db, actId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`
    select reversal ->> 'otherId' as id from reservation_acts where id::text = ${actId}`.execute(db)
  return rows[0]?.id ?? undefined
}
