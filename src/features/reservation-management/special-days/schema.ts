import * as z from 'zod/mini'
import { SERVICES } from '#features/venue/settings/schema.ts'
import { line } from '#lib/forms/fields.ts'
import type { Cents } from '#lib/money.ts'
import { isCalendarDate } from '#lib/venue-time.ts'

/** A day on which a service keeps other hours than usual, or none. */
export type SpecialDay = {
  readonly date: string
  readonly service: (typeof SERVICES)[number]
  /** Both empty: closed. */
  readonly opens: string
  readonly closes: string
  readonly reason: string
  /** What becomes of the events of a closed day. */
  readonly closedEvents: ClosedEvents
}

/**
 * `not_sold`: they are not on sale, and who has a table keeps it. `cancelled`: their reservations and dinners are cancelled
 * too, refunded and emailed. `kept_open`: they take place and are sold as on any other day.
 */
export const CLOSED_EVENTS = ['not_sold', 'cancelled', 'kept_open'] as const
export type ClosedEvents = (typeof CLOSED_EVENTS)[number]

/** What a closed day concerns: its events with how many parties have a table, and its dinners. */
export type AffectedReservation = {
  readonly events: readonly { readonly title: string; readonly time: string; readonly parties: number }[]
  /** Everybody with a reservation: whose, when and how many guests. */
  readonly reservations: readonly { readonly name: string; readonly time: string; readonly guests: number }[]
  /** What was paid for them and not given back. */
  readonly paidCents: number
}

/** What became of the reservations of a day that was set. */
export type DaySet = {
  /** How many reservations stand on it. */
  readonly standing: number
  readonly cancelled: number
  /** How many guests are emailed that theirs was cancelled. */
  readonly emailed: number
  readonly refundCents: Cents
  readonly venueRefundCents: Cents
}

const time = z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'Please enter a time.'))

export const specialDayForm = z
  .strictObject({
    date: z.string().check(z.refine(isCalendarDate, 'Please choose a day.')),
    service: z.enum(SERVICES),
    opens: time,
    closes: time,
    reason: line({ what: 'the reason', max: 200, missing: 'Please fill this in.' }),
    /** Null until somebody has decided: where a closed day concerns anybody, it is asked for. */
    closedEvents: z.optional(z.nullable(z.enum(CLOSED_EVENTS))),
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
export type SpecialDayForm = z.output<typeof specialDayForm>
