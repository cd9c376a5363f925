import * as z from 'zod/mini'
import type { Zone } from '#features/venue/schema.ts'
import { isCalendarDate, momentAt } from '#lib/venue-time.ts'

/** A table held by the house for an event, with the reason; `expiresAt` is null for a block without an end. */
export type TableBlock = {
  readonly id: string
  readonly tableNumber: number
  readonly location: Zone
  readonly reason: string
  readonly expiresAt: Date | null
}

/** A table without a reservation, hold or table block during an event. */
export type FreeTable = {
  readonly id: string
  readonly tableNumber: number
  readonly location: Zone
  readonly maxGuests: number
}

const LOCAL = /^(\d{4}-\d{2}-\d{2})T(([01]\d|2[0-3]):[0-5]\d)$/

/** Parses a `datetime-local` value (`2026-11-27T22:30`) in the venue's time zone. An empty value means no end. */
const venueMoment = z.pipe(
  z.string(),
  z.transform((text, context) => {
    if (text === '') return null
    const [, date = '', time = ''] = LOCAL.exec(text) ?? []
    if (isCalendarDate(date)) return momentAt(date, time)
    context.issues.push({ code: 'custom', input: text, message: 'Please enter a day and a time' })
    return z.NEVER
  }),
)

export const tableBlockForm = z.strictObject({
  tableId: z.uuid('Please choose a table'),
  reason: z.string().check(z.trim(), z.minLength(1, 'Please enter a reason'), z.maxLength(200)),
  expiresAt: venueMoment,
})
export type TableBlockForm = z.output<typeof tableBlockForm>
