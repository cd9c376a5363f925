import type { DB } from './db-types.ts'

/** Tables that have all of these columns. */
export type TableWith<Column extends string> = {
  [Table in keyof DB]: [Column] extends [keyof DB[Table]] ? Table : never
}[keyof DB]
