import { sql } from 'kysely'
import type { Db } from './db.ts'

/** The tables whose rows are marked as deleted before they are deleted. */
type MarkedTable =
  | 'menu_items'
  | 'events'
  | 'venue_tables'
  | 'gallery_items'
  | 'home_modals'
  | 'reservations'
  | 'inquiries'
  | 'table_requests'
  | 'performer_applications'

/** Marks a row as deleted; false where it is not there, or is marked already. */
export async function markDeleted(
  db: Db,
  table: MarkedTable,
  at: { id: string; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set deleted_at = ${at.now} where id = ${at.id} and deleted_at is null`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** Takes the mark off again; false where there is no such marked row. */
export async function unmarkDeleted(db: Db, table: MarkedTable, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set deleted_at = null where id = ${id} and deleted_at is not null`.execute(db)
  return numAffectedRows === 1n
}

/** Deletes what was marked before a moment. Answers how many rows that were. */
export async function deleteMarked(db: Db, table: MarkedTable, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where deleted_at < ${before}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
