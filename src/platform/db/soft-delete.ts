import { type Selectable, sql } from 'kysely'
import type { Db } from './db.ts'
import type { DB } from './db-types.ts'
import type { TableWith } from './table-types.ts'

type SoftDeletable = TableWith<'id' | 'deletedAt'>

/** Marks a row as deleted; false if it does not exist or is deleted already. */
export async function softDelete(
  db: Db,
  table: SoftDeletable,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set deleted_at = ${now} where id = ${id} and deleted_at is null`.execute(db)
  return numAffectedRows === 1n
}

/** Restores a soft-deleted row; false if there is none. */
export async function restoreDeleted(db: Db, table: SoftDeletable, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set deleted_at = null where id = ${id} and deleted_at is not null`.execute(db)
  return numAffectedRows === 1n
}

/** Deletes rows for good that were soft-deleted before the given time. Returns their number. */
export async function purgeDeleted(db: Db, table: SoftDeletable, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where deleted_at < ${before}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

type Deleted<Table extends SoftDeletable, Column extends keyof Selectable<DB[Table]>> = {
  readonly id: string
  readonly deletedAt: Date
} & Pick<Selectable<DB[Table]>, Column>

/** Soft-deleted rows, latest first, with the columns that name them. */
export async function listDeleted<
  Table extends SoftDeletable,
  Column extends keyof Selectable<DB[Table]> & string,
>(db: Db, table: Table, columns: readonly Column[]): Promise<Deleted<Table, Column>[]> {
  const { rows } = await sql<Deleted<Table, Column>>`
    select ${sql.join(['id', 'deletedAt', ...columns].map((it) => sql.ref(it)))}
    from ${sql.table(table)} where deleted_at is not null order by deleted_at desc`.execute(db)
  return rows
}

/** Text columns of a table. */
export type NameColumn<Table extends SoftDeletable> = {
  [Column in keyof Selectable<DB[Table]>]: Selectable<DB[Table]>[Column] extends string ? Column : never
}[keyof Selectable<DB[Table]>] &
  string

/** Soft-deleted rows with the column that names them, latest first. */
export async function listDeletedNames<Table extends SoftDeletable>(
  db: Db,
  table: Table,
  nameColumn: NameColumn<Table>,
): Promise<{ readonly id: string; readonly deletedAt: Date; readonly name: string }[]> {
  const { rows } = await sql<{ id: string; deletedAt: Date; name: string }>`
    select id, deleted_at, ${sql.ref(nameColumn)} as name
    from ${sql.table(table)} where deleted_at is not null order by deleted_at desc`.execute(db)
  return rows
}
