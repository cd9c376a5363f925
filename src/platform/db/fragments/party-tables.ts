import { type RawBuilder, sql } from 'kysely'

/** Alias of a row of `reservations` in a statement. */
type Row = 'r' | 's' | 'o' | 'l' | 'x' | 'y'

/** Ids of all tables of a party: its first, that of a combined pair, and the further ones of a large party. */
export const partyTableIds = (row: Row): RawBuilder<string[]> =>
  sql.raw(`array_remove(array[${row}.table_id, ${row}.second_table_id] || ${row}.extra_table_ids, null)`)

/** Numbers of all tables of a party, in their order. */
export const partyTableNumbers = (row: Row): RawBuilder<number[]> =>
  sql<
    number[]
  >`array(select pt.table_number from venue_tables pt where pt.id = any(${partyTableIds(row)}) order by pt.table_number)`
