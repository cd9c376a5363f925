import { sql, type Updateable } from 'kysely'
import { no, ok, type Result } from '#lib/result.ts'
import type { Db } from './db.ts'
import type { DB } from './db-types.ts'
import type { TableWith } from './table-types.ts'

type Versioned = TableWith<'id' | 'version'>

type VersionedUpdate<Table extends Versioned> = {
  readonly id: string | true
  readonly version: number
  readonly values: Updateable<DB[Table]>
}

export type VersionRefusal = 'not_found' | 'version_conflict'

/**
 * Updates a row if its version is still the one its editor read (optimistic lock). A trigger increments the version with
 * every update. A soft-deleted row is not found. Without values only the version changes.
 */
export async function updateVersioned<Table extends Versioned>(
  db: Db,
  table: Table,
  { id, version, values }: VersionedUpdate<Table>,
): Promise<Result<{ readonly version: number }, VersionRefusal>> {
  const assignments = Object.entries({ ...values, id }).flatMap(([column, value]) =>
    value === undefined ? [] : sql`${sql.ref(column)} = ${value}`,
  )
  const updated = await sql<{ version: number }>`
    update ${sql.table(table)} as row set ${sql.join(assignments)}
    where id = ${id} and version = ${version} and ${isAlive} returning version`.execute(db)
  const [row] = updated.rows
  if (row) return ok(row)
  const found = await sql`select from ${sql.table(table)} as row where id = ${id} and ${isAlive}`.execute(db)
  return no(found.rows.length > 0 ? 'version_conflict' : 'not_found')
}

/** Reads the column from the row as JSON, because not every versioned table supports soft deletion. */
const isAlive = sql<boolean>`to_jsonb(row) ->> 'deleted_at' is null`
