import * as z from 'zod/mini'
import type { SeatChoice } from '#features/reservation-management/schema.ts'
import { count, MAX } from '#lib/forms/fields.ts'
import { areaField, descriptorsOf, emailField, lineField, phoneField } from '#lib/forms/form.ts'
import { choiceField, optionalField } from '#lib/forms/list-fields.ts'
import { shapesOf } from '#lib/forms/shapes.ts'
import type { Cents } from '#lib/money.ts'
import type { RefusedWithText } from '#lib/refusal.ts'
import { type CalendarDate, isCalendarDate, isWallTime, type WallTime } from '#lib/venue-time.ts'

const SOURCE_NAMES = { walk_in: 'Walk-in', phone: 'Phone' } as const
/** Sources of a reservation that staff enter. */
export type StaffSource = keyof typeof SOURCE_NAMES

const PAYMENT_NAMES = { at_door: 'At the door', cash: 'Paid in cash', card: 'Paid by card' } as const
/** Payment methods for a night table that staff book. */
export type StaffPayment = keyof typeof PAYMENT_NAMES

/** Value of the time field for a party that sits down at once. */
export const NOW = 'now'
/** Values of the table field: the best free table, or none for now. */
export const BEST_TABLE = 'best'
export const NO_TABLE = 'none'

/** A party that walks in is not seated for less, although its table is free for now. */
export const SHORTEST_WALK_IN_MINUTES = 30

const MAX_GUESTS = 50
const MAX_PAYMENT_NOTE = 500
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const uuid = (message: string) => z.string().check(z.regex(UUID, message))

/** Whether a text is a value of the table field. */
export const isTable = (text: string): boolean => text === BEST_TABLE || text === NO_TABLE || UUID.test(text)

/** Party size of a reservation that staff enter or change. */
export const GUESTS_FIELD = {
  // One digit more than is allowed: 100 is refused, and does not become 10.
  control: { kind: 'text', label: 'Guests', required: true, inputMode: 'numeric', maxLength: 3 },
  rules: count({
    missing: 'Please enter how many guests there will be.',
    min: 1,
    max: MAX_GUESTS,
    tooFew: 'There must be at least 1 guest.',
    tooMany: `A reservation takes at most ${MAX_GUESTS} guests.`,
  }),
} as const

export const GUEST_NAME_FIELD = lineField({
  label: 'Guest name',
  autoComplete: 'off',
  what: 'the name',
  max: MAX.name,
  missing: 'Please enter a name.',
})

/** The guest of a reservation, in forms that change one. */
export const RESERVATION_GUEST = {
  name: GUEST_NAME_FIELD,
  guests: GUESTS_FIELD,
  phone: optionalField(phoneField()),
  email: optionalField(emailField()),
} as const

const GUEST = {
  source: choiceField({
    label: 'Booked by',
    names: SOURCE_NAMES,
    missing: 'Please say how they came to us.',
  }),
  guests: GUESTS_FIELD,
  name: GUEST_NAME_FIELD,
  phone: RESERVATION_GUEST.phone,
  email: RESERVATION_GUEST.email,
  note: areaField({ label: 'Note', hint: 'For staff only', what: 'the note', max: MAX.note }),
} as const
const PAYMENT = {
  payment: choiceField({
    label: 'Payment',
    names: PAYMENT_NAMES,
    missing: 'Please say how it is paid.',
  }),
  paymentNote: lineField({
    label: 'Payment note',
    hint: 'Such as a receipt number',
    what: 'the note',
    max: MAX_PAYMENT_NOTE,
  }),
}

/** Descriptors of the fields that the forms of dinners and night tables share, and of the payment of a night table. */
export const GUEST_FIELDS = descriptorsOf(GUEST)
export const PAYMENT_FIELDS = descriptorsOf(PAYMENT)

const guest = {
  ...shapesOf(GUEST),
  /** Idempotency key of one submission: a unique index lets it create one reservation only. */
  key: uuid('That is not an id.'),
  /** Staff read that the guest is blocked, and book all the same. */
  agreesToBlocked: z.optional(z.boolean()),
  /** The guest told staff that texts about this reservation are welcome. */
  agreesToTexts: z.optional(z.boolean()),
}

const isReachable = ({ source, phone: number }: { source: StaffSource; phone: string | null }): boolean =>
  source === 'walk_in' || number !== null
const NO_PHONE = { path: ['phone'], error: 'Please enter the number they called from.' }

const isTime = (text: string): boolean => text === NOW || isWallTime(text)

/** Form for a dinner that staff enter. */
export const dinnerForm = z
  .strictObject({
    ...guest,
    date: z.string().check(z.refine(isCalendarDate, 'Please choose a date.')),
    time: z.string().check(z.refine(isTime, 'Please choose a time.')),
    tableId: z.string().check(z.refine(isTable, 'Please choose a table.')),
    /** Whether the table is released when an event with tables for sale begins, or kept for the whole turn time. */
    stay: z.optional(z.enum(['until_event', 'whole'])),
    /** Staff told a party that walks in that its table is needed later: its stay ends there. */
    untilNext: z.optional(z.boolean()),
    /** Tables that staff agreed to take off sale for that event. */
    offSale: z.optional(z.array(uuid('That is not an id.')).check(z.maxLength(2))),
  })
  .check(z.refine(isReachable, NO_PHONE))
export type DinnerForm = z.output<typeof dinnerForm>

/** Form for a night table that staff enter. */
export const nightForm = z
  .strictObject({
    ...guest,
    eventId: uuid('Please choose an event.'),
    tableId: uuid('Please choose a table.'),
    /** Dinner whose guests keep their table. */
    dinnerId: z.optional(uuid('That is not an id.')),
    packages: z.array(z.enum(['birthday_shoutout', 'screen_display'])).check(z.maxLength(2)),
    ...shapesOf(PAYMENT),
    /** Total that staff told the guest; the booking is refused if the current price differs. */
    shownTotalCents: z.int().check(z.minimum(0)),
  })
  .check(z.refine(isReachable, NO_PHONE))
export type NightForm = z.output<typeof nightForm>

/** Time for which a party has its table. */
export type Span = { readonly startsAt: Date; readonly endsAt: Date }

/** A table assignment, or none for now. */
export type Place = {
  readonly tableId: string | null
  readonly secondTableId: string | null
  /** Tables beside these two, which staff gave a large party. */
  readonly extraTableIds?: readonly string[]
}

/** Pacing of a half hour, and the number of free places for the party. */
export type SlotPacing = {
  readonly time: WallTime
  readonly state: 'free' | 'busy' | 'full'
  readonly covers: number
  readonly places: number
}

/** Pacing and free tables of a service day, for the form that adds a dinner. */
export type DinnerContext = {
  readonly date: CalendarDate
  readonly day: 'open' | 'closed' | 'past'
  /** Reason of the closure that day; null where none is set. */
  readonly reason: string | null
  readonly coversPerSlot: number
  /** Turn time of the party. */
  readonly minutes: number
  /** Whether the restaurant is serving at this moment. */
  readonly canStartNow: boolean
  readonly slots: readonly SlotPacing[]
  /** Set where tables are for sale for an event during the party's turn time. */
  readonly stay: {
    readonly eventTitle: string
    /** Start of the event; null where less than an hour would be left before it. */
    readonly untilEvent: WallTime | null
    readonly whole: WallTime
  } | null
  /** All tables, each free or not at the requested time. */
  readonly seats: readonly SeatChoice[]
}

/** A table for sale for a night, with its price. */
export type NightTable = {
  readonly id: string
  readonly tableNumber: number
  readonly location: string
  readonly seats: number
  readonly priceCents: Cents
}

/** A table, free or not for the wanted time. */
export type TableChoice = NightTable & { readonly isFree: boolean }

/** Free tables and packages of a night, for the form that books a table. */
export type NightContext = {
  readonly soldOut: boolean
  /** Whether guests can buy its tables online. Staff can book a table either way. */
  readonly tablesForSale: boolean
  /** Its service is closed that day, so none of its tables can be booked. */
  readonly isClosed: boolean
  readonly tables: readonly NightTable[]
  readonly packages: readonly {
    readonly key: 'birthday_shoutout' | 'screen_display'
    readonly name: string
    readonly priceCents: Cents
  }[]
}

/** A night that is not over, to choose in the form. */
export type NightChoice = {
  readonly id: string
  readonly title: string
  readonly date: CalendarDate
  /** Cover as guests read it, such as `$25`. */
  readonly price: string
}

/** Reasons why staff cannot add a reservation. The text of `refused` is shown to staff. */
export type StaffBookingRefusal =
  | { readonly why: 'not_allowed' }
  | RefusedWithText
  /** Staff blocked the guest. `text` says why, and staff send the form again to book all the same. */
  | { readonly why: 'guest_blocked'; readonly text: string }
  /** Tables of an event would go off sale. `text` names them, and staff send the form again to agree. */
  | { readonly why: 'off_sale'; readonly text: string; readonly tableIds: readonly string[] }
