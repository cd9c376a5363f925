import type { Updateable } from 'kysely'
import type { DB } from './db-types.ts'

/** Tables that have all of these columns. */
export type TableWith<Column extends string> = {
  [Table in keyof DB]: [Column] extends [keyof DB[Table]] ? Table : never
}[keyof DB]

/** Tables of records that are edited with optimistic locking and soft-deleted. */
export type RecordTable = TableWith<'id' | 'version' | 'deletedAt'>

/** Columns and values of an update. */
export type ValuesOf<Table extends keyof DB> = Updateable<DB[Table]>
