import * as z from 'zod/mini'
import { MAX } from '#lib/forms/fields.ts'
import { areaField, descriptorsOf, emailField, nameField, phoneField, shapesOf } from '#lib/forms/form.ts'

const MAX_CENTS = 100_000_000

const MANY = 50
const guestCount = z
  .number('Please enter how many guests there will be.')
  .check(
    z.int('Please enter a whole number of guests.'),
    z.minimum(1, 'There must be at least 1 guest.'),
    z.maximum(MANY, `A table can take at most ${MANY} guests.`),
  )

const FIELDS = {
  guestName: nameField(),
  guestEmail: emailField(),
  guestPhone: phoneField(),
  guestCount: {
    control: {
      kind: 'text',
      label: 'Number of guests',
      type: 'number',
      required: true,
      min: 1,
      step: 1,
      inputMode: 'numeric',
      autoComplete: 'off',
    },
    shape: guestCount,
  },
  specialRequests: areaField({
    label: 'Special requests',
    rows: 2,
    what: 'special requests',
    max: MAX.note,
  }),
} as const
export type FieldName = keyof typeof FIELDS

/** Fields of the reservation form that guests type, in the order of the form, and their descriptors. */
export const BOOKING_FORM = {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of this object
  fields: Object.keys(FIELDS) as FieldName[],
  descriptors: descriptorsOf(FIELDS),
}

/** The reservation form as typed, before validation. */
export type TypedForm = { readonly [Field in FieldName]: string } & {
  readonly birthdayPackage: boolean
  readonly screenDisplay: boolean
}

/** Form schema of the reservation dialog, shared by browser and server. */
export const guestForm = z.strictObject({
  ...shapesOf(FIELDS),
  birthdayPackage: z.boolean(),
  screenDisplay: z.boolean(),
})
export type GuestForm = z.infer<typeof guestForm>

const uuid = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'That is not an id.'))

/** Request body of `POST /holds`: the form, the event, the table and the total that the guest was shown. */
export const holdRequest = z.extend(guestForm, {
  eventId: uuid,
  tableId: uuid,
  /** Idempotency key that the browser generates per attempt. A unique index lets one key create one hold only. */
  key: uuid,
  shownTotalCents: z.int().check(z.minimum(0), z.maximum(MAX_CENTS)),
})
export type HoldRequest = z.infer<typeof holdRequest>

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
  | HoldLimit
  | 'already_confirmed'
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

/** A table that a guest holds now. */
export type HeldTable = { readonly tableId: string; readonly tableNumber: number; readonly heldUntil: Date }
