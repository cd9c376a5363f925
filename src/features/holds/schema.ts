import * as z from 'zod/mini'

const MAX_NAME = 120
const MAX_EMAIL = 254
const MAX_PHONE = 40
const MIN_PHONE_DIGITS = 7
export const MAX_REQUESTS = 2000
const MAX_CENTS = 100_000_000

// Control characters have no place in a name; a line break has one in a request.
// oxlint-disable-next-line no-control-regex -- that is what it is for
const NO_CONTROLS = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/
// oxlint-disable-next-line no-control-regex
const NO_CONTROLS_BUT_BREAKS = /^[^\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f]*$/
const PLAIN = 'Please use letters, numbers and punctuation only.'

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

const guestName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Please enter your name.'),
    z.maxLength(MAX_NAME, `Please keep the name under ${MAX_NAME} characters.`),
    z.regex(NO_CONTROLS, PLAIN),
  )
const guestEmail = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Please enter your email address.'),
    z.maxLength(MAX_EMAIL, `Please keep the email address under ${MAX_EMAIL} characters.`),
    z.email('Please enter an email address such as name@example.com.'),
  )
const guestPhone = z.string().check(
  z.trim(),
  z.minLength(1, 'Please enter your phone number.'),
  z.maxLength(MAX_PHONE, `Please keep the phone number under ${MAX_PHONE} characters.`),
  z.regex(/^[\d\s()+.\-/x#]*$/i, 'Please enter a phone number such as (972) 555-0100.'),
  z.refine(
    (text) => digitsOf(text).length >= MIN_PHONE_DIGITS,
    'Please enter a phone number such as (972) 555-0100.',
  ),
)
const specialRequests = z
  .string()
  .check(
    z.trim(),
    z.maxLength(MAX_REQUESTS, `Please keep special requests under ${MAX_REQUESTS} characters.`),
    z.regex(NO_CONTROLS_BUT_BREAKS, PLAIN),
  )

const MANY = 50
const guestCount = z
  .number('Please enter how many guests there will be.')
  .check(
    z.int('Please enter a whole number of guests.'),
    z.minimum(1, 'There must be at least 1 guest.'),
    z.maximum(MANY, `A table can take at most ${MANY} guests.`),
  )

/** What a guest types into the reservation dialog. */
export const guestForm = z.strictObject({
  guestName,
  guestEmail,
  guestPhone,
  guestCount,
  specialRequests,
  birthdayPackage: z.boolean(),
  screenDisplay: z.boolean(),
})
export type GuestForm = z.infer<typeof guestForm>

const uuid = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'That is not an id.'))

/** What is sent to hold a table: the form, which table of which event, and the total that the guest was shown. */
export const holdRequest = z.extend(guestForm, {
  eventId: uuid,
  tableId: uuid,
  /** What the browser calls this attempt: the same key never makes two holds. */
  key: uuid,
  shownTotalCents: z.int().check(z.minimum(0), z.maximum(MAX_CENTS)),
})
export type HoldRequest = z.infer<typeof holdRequest>

export type HoldRefusal =
  | 'unknown_event'
  | 'event_over'
  | 'sold_out'
  | 'unknown_table'
  | 'table_unavailable'
  | 'too_many_guests'
  | 'price_changed'
  | 'table_taken'
  | 'too_many_holds'
  | 'already_confirmed'
  | 'hold_ended'

/** A table kept for a guest who is paying. */
export type Hold = {
  readonly reservationId: string
  readonly eventId: string
  readonly tableId: string
  readonly tableNumber: number
  readonly heldUntil: Date
  readonly totalCents: number
}

/** How a hold stands, as the tab that began it follows it. */
export type HoldState = 'held' | 'paying' | 'confirmed' | 'ended'
