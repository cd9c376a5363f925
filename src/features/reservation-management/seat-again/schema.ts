import * as z from 'zod/mini'
import type { NightTable } from '../staff-bookings/schema.ts'

/** The tables a guest can be seated at again. `own` is the one they had, where nobody has it by now. */
export type SeatAgainChoice = {
  readonly own: string | null
  readonly tables: readonly NightTable[]
}

export const seatAgainForm = z.strictObject({ tableId: z.uuid('Please choose a table') })
