import * as z from 'zod/mini'
import type { NightTable } from '../schema.ts'

/** The most tables of a party: a limit of the columns. */
const MOST_TABLES = 9

/** Free tables for a guest whose cancelled reservation is paid. `own` are all earlier tables, null where one of them is taken. */
export type SeatAgainChoice = {
  readonly own: readonly NightTable[] | null
  readonly tables: readonly NightTable[]
}

export const seatAgainForm = z.strictObject({
  tableIds: z
    .array(z.uuid('Please choose a table'))
    .check(z.minLength(1, 'Please choose a table'), z.maxLength(MOST_TABLES)),
})
