import { sql } from 'kysely'
import { no, ok, type Result } from '#lib/result.ts'
import type { Db } from './db.ts'
import type { RecordTable, TableWith, ValuesOf } from './table-types.ts'

type Versioned = TableWith<'id' | 'version'>

type VersionedUpdate<Table extends Versioned> = {
  readonly id: string | true
  readonly version: number
  readonly values: ValuesOf<Table>
}

export type VersionRefusal = 'not_found' | 'version_conflict'

/** For tables without soft deletion. */
type NeverDeleted = { readonly neverDeleted: true }

type Updated = Promise<Result<{ readonly version: number }, VersionRefusal>>

/**
 * Updates a row if its version is still the one its editor read (optimistic lock). A trigger increments the version with
 * every update. A soft-deleted row is not found. Without values only the version changes.
 */
export function updateVersioned<Table extends RecordTable>(
  db: Db,
  table: Table,
  update: VersionedUpdate<Table>,
): Updated
export function updateVersioned<Table extends Versioned>(
  db: Db,
  table: Table,
  update: VersionedUpdate<Table> & NeverDeleted,
): Updated
export async function updateVersioned<Table extends Versioned>(
  db: Db,
  table: Table,
  { id, version, values, neverDeleted }: VersionedUpdate<Table> & Partial<NeverDeleted>,
): Updated {
  const assignments = Object.entries({ ...values, id }).flatMap(([column, value]) =>
    value === undefined ? [] : sql`${sql.ref(column)} = ${value}`,
  )
  const isFound = neverDeleted ? sql`id = ${id}` : sql`id = ${id} and deleted_at is null`
  const updated = await sql<{ version: number }>`
    update ${sql.table(table)} set ${sql.join(assignments)}
    where ${isFound} and version = ${version} returning version`.execute(db)
  const [row] = updated.rows
  if (row) return ok(row)
  const found = await sql`select from ${sql.table(table)} where ${isFound}`.execute(db)
  return no(found.rows.length > 0 ? 'version_conflict' : 'not_found')
}
