import * as z from 'zod/mini'
import { shapesOf } from '#lib/forms/shapes.ts'
import { BOOKING_FIELDS, GUEST_COUNT } from './booking/schema.ts'

const MAX_CENTS = 100_000_000

const guestForm = z.strictObject({
  ...shapesOf(BOOKING_FIELDS),
  guestCount: z
    .number(GUEST_COUNT.missing)
    .check(
      z.int('Please enter a whole number of guests.'),
      z.minimum(GUEST_COUNT.min, GUEST_COUNT.tooFew),
      z.maximum(GUEST_COUNT.max, GUEST_COUNT.tooMany),
    ),
  birthdayPackage: z.boolean(),
  screenDisplay: z.boolean(),
  /** Missing in requests of pages that were opened before the box existed. */
  texts: z.optional(z.boolean()),
})
export type GuestForm = z.infer<typeof guestForm>

const uuid = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'That is not an id.'))

/** Request body of `POST /holds`: the validated form, the event, the table and the total that the guest was shown. */
export const holdRequest = z.extend(guestForm, {
  eventId: uuid,
  tableId: uuid,
  /** Idempotency key that the browser generates per attempt. A unique index lets one key create one hold only. */
  key: uuid,
  shownTotalCents: z.int().check(z.minimum(0), z.maximum(MAX_CENTS)),
})
export type HoldRequest = z.infer<typeof holdRequest> & {
  /** Dinner whose guest keeps its table for the night. The server sets it; no request of a browser contains it. */
  readonly dinnerId?: string
}

/** Reasons why a guest may not hold one more table now. */
export type HoldLimit =
  | 'too_many_holds'
  | 'too_many_for_contact'
  | 'too_many_nights'
  | 'network_busy'
  | 'must_wait'
  | 'network_must_wait'

export type HoldRefusal =
  | 'unknown_event'
  | 'event_over'
  | 'event_closed'
  | 'sold_out'
  | 'not_for_sale'
  | 'unknown_table'
  | 'table_unavailable'
  | 'too_many_guests'
  | 'price_changed'
  | 'table_taken'
  | 'guest_blocked'
  | HoldLimit
  | 'already_confirmed'
  | 'payment_processing'
  | 'hold_ended'

/** A table reserved for a limited time while its guest pays. */
export type Hold = {
  readonly reservationId: string
  readonly eventId: string
  readonly tableId: string
  readonly tableNumber: number
  readonly heldUntil: Date
  readonly totalCents: number
}

/** State of a hold, as the browser polls it. */
export type HoldState = 'held' | 'paying' | 'confirmed' | 'ended'

/**
 * A held table and the page on which its guest pays: that of the event, or that of the guest's reservation, which is changed or
 * whose dinner keeps its table for the night.
 */
export type HeldTableNotice = {
  /** The reservation that the hold began, or the one that a change holds a table for. */
  readonly reservationId: string
  readonly tableNumber: number
  readonly heldUntil: Date
  readonly paidAt:
    | { readonly page: 'event'; readonly slug: string; readonly guestCount: number }
    | { readonly page: 'reservation'; readonly id: string }
}

/** A table that a guest holds now. */
export type HeldTable = { readonly tableId: string; readonly tableNumber: number; readonly heldUntil: Date }

/** The client as keyed hashes: they tell two guests apart without storing who they are. */
export type GuestIdentity = {
  readonly browser: string
  /** One IPv4 address, or one IPv6 /64. */
  readonly address: string
  /** The IPv6 /48; null for IPv4. */
  readonly network: string | null
}
