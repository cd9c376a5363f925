import * as z from 'zod/mini'
import type { ListedNames } from '#lib/names/listed-names.ts'
import { SERVICES } from '#features/venue/settings/schema.ts'
import { line } from '#lib/forms/fields.ts'
import { shapeOf } from '#lib/forms/shapes.ts'
import type { Cents } from '#lib/money.ts'
import { isCalendarDate, isWallTime } from '#lib/venue-time.ts'

/** A date with other hours for a service than usual, or with the service closed. */
export type SpecialDay = {
  readonly date: string
  readonly service: (typeof SERVICES)[number]
  /** Opening time; closed where both times are empty. */
  readonly opens: string
  readonly closes: string
  readonly reason: string
  /** Treatment of the events of a closed day. */
  readonly closedEvents: ClosedEvents
}

/**
 * `not_sold`: the events go off sale, existing reservations stay. `cancelled`: all reservations of the service that day
 * are cancelled, refunded and emailed, dinners included. `kept_open`: the events take place and stay on sale.
 */
export const CLOSED_EVENTS = ['not_sold', 'cancelled', 'kept_open'] as const
export type ClosedEvents = (typeof CLOSED_EVENTS)[number]

/** Events and reservations that a closure affects, for the dialog that asks for a decision. */
export type AffectedReservation = {
  readonly events: readonly { readonly title: string; readonly time: string; readonly parties: number }[]
  /** One entry for each reservation of the day. */
  readonly reservations: readonly { readonly name: string; readonly time: string; readonly guests: number }[]
  /** Number of parties in line for a table of that day. */
  readonly waiting: number
  /** Names on guest lists of its events. */
  readonly listed: ListedNames
  /** Received less refunded less lost in disputes, over all of these reservations. */
  readonly paidCents: Cents
  /** The refund that their cancellation makes online. */
  readonly refundCents: Cents
  /** The refund that their cancellation leaves to the staff at the venue. */
  readonly venueRefundCents: Cents
}

/** The facts that Undo of a special day restores. */
export type DayUndo = {
  /** The day as it was before; null where it had its usual hours. */
  readonly before: SpecialDay | null
  /** Changes of the reservations that were cancelled. */
  readonly acts: readonly { readonly id: string; readonly actId: string }[]
  /** Tables that were held for parties of the waiting list. */
  readonly offerIds: readonly string[]
}

/** Result of undoing a special day: the guests whose reservations were changed since, and stay cancelled. */
export type DayUndone = { readonly restored: number; readonly left: readonly string[] }

/** Result of setting a special day: the reservations that stand, and those cancelled with their refunds. */
export type DaySet = {
  /** Number of reservations that stay on that day. */
  readonly standing: number
  readonly cancelled: number
  /** Number of guests who receive a cancellation email, after the undo window. */
  readonly emailed: number
  /** Number of parties in line that are told of the cancellation. */
  readonly waiting: number
  /** Names on guest lists whose night is called off. */
  readonly listed: ListedNames
  readonly refundCents: Cents
  readonly venueRefundCents: Cents
}

const time = z.string().check(z.refine((text) => text === '' || isWallTime(text), 'Please enter a time.'))

export const specialDayForm = z
  .strictObject({
    date: z.string().check(z.refine(isCalendarDate, 'Please choose a day.')),
    service: z.enum(SERVICES),
    opens: time,
    closes: time,
    reason: shapeOf(line({ what: 'the reason', max: 200, missing: 'Please fill this in.' })),
    /** Null until staff decide; required where a closure affects events or reservations. */
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
