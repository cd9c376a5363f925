import * as z from 'zod/mini'
import { SERVICES } from '#features/house-settings/schema.ts'
import { line } from '#lib/forms/fields.ts'
import { isCalendarDate } from '#lib/venue-time.ts'

/** A day on which a service keeps other hours than usual, or none. */
export type SpecialDay = {
  readonly date: string
  readonly service: (typeof SERVICES)[number]
  /** Both empty: closed. */
  readonly opens: string
  readonly closes: string
  readonly reason: string
}

const time = z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'Please enter a time.'))

export const specialDayForm = z
  .strictObject({
    date: z.string().check(z.refine(isCalendarDate, 'Please choose a day.')),
    service: z.enum(SERVICES),
    opens: time,
    closes: time,
    reason: line({ what: 'the reason', max: 200, missing: 'Please fill this in.' }),
  })
  .check(
    z.refine(
      ({ opens, closes }) => (opens === '') === (closes === '') && (opens === '' || opens !== closes),
      {
        message: 'Please give both times, or neither for a closed day.',
        path: ['closes'],
      },
    ),
  )
