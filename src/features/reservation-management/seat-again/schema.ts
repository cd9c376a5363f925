import * as z from 'zod/mini'
import type { NightTable } from '../staff-bookings/schema.ts'

/** Free tables for a guest whose cancelled reservation is paid. `own` is the earlier table, null where it is taken. */
export type SeatAgainChoice = {
  readonly own: string | null
  readonly tables: readonly NightTable[]
}

export const seatAgainForm = z.strictObject({ tableId: z.uuid('Please choose a table') })
