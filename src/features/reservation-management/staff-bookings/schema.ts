import * as z from 'zod/mini'
import type { SeatChoice } from '#features/reservation-management/schema.ts'
import { choice, count, email, line, MAX, optional, phone, prose } from '#lib/forms/fields.ts'
import type { Cents } from '#lib/money.ts'
import { type CalendarDate, isCalendarDate, type WallTime } from '#lib/venue-time.ts'

/** How a guest comes to staff. */
const SOURCES = ['walk_in', 'phone'] as const
export type StaffSource = (typeof SOURCES)[number]

/** How a table for a night is paid that staff give away. */
const PAYMENTS = ['at_door', 'cash', 'card'] as const
export type StaffPayment = (typeof PAYMENTS)[number]

/** In place of a time: the party sits down at once. */
export const NOW = 'now'
/** In place of a table: the best one that is free; and none, for staff to find one later. */
export const BEST_TABLE = 'best'
export const NO_TABLE = 'none'

const MAX_GUESTS = 50
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const uuid = (message: string) => z.string().check(z.regex(UUID, message))

const guest = {
  source: choice(SOURCES, 'Please say how they came to us.'),
  guests: count({
    missing: 'Please enter how many guests there will be.',
    min: 1,
    max: MAX_GUESTS,
    tooFew: 'There must be at least 1 guest.',
    tooMany: `A reservation takes at most ${MAX_GUESTS} guests.`,
  }),
  name: line({ what: 'the name', max: MAX.name, missing: 'Please enter a name.' }),
  phone: optional(phone()),
  email: optional(email()),
  note: prose({ what: 'the note', max: MAX.note }),
  /** One sending of one form: the same key never makes two reservations. */
  key: uuid('That is not an id.'),
}

const isReachable = ({ source, phone: number }: { source: StaffSource; phone: string | null }): boolean =>
  source === 'walk_in' || number !== null
const NO_PHONE = { path: ['phone'], error: 'Please enter the number they called from.' }

const isTime = (text: string): boolean => text === NOW || /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
const isTable = (text: string): boolean => text === BEST_TABLE || text === NO_TABLE || UUID.test(text)

/** A dinner as staff write it down. */
export const dinnerForm = z
  .strictObject({
    ...guest,
    date: z.string().check(z.refine(isCalendarDate, 'Please choose a date.')),
    time: z.string().check(z.refine(isTime, 'Please choose a time.')),
    tableId: z.string().check(z.refine(isTable, 'Please choose a table.')),
    /** Whether the party gives its table up when an event begins whose tables are for sale, or stays its whole turn. */
    stay: z.optional(z.enum(['until_event', 'whole'])),
    /** The tables that staff were told go off sale for that event. */
    offSale: z.optional(z.array(uuid('That is not an id.')).check(z.maxLength(2))),
  })
  .check(z.refine(isReachable, NO_PHONE))
export type DinnerForm = z.output<typeof dinnerForm>

/** A table for a night as staff write it down. */
export const nightForm = z
  .strictObject({
    ...guest,
    eventId: uuid('Please choose an event.'),
    tableId: uuid('Please choose a table.'),
    packages: z.array(z.enum(['birthday_shoutout', 'screen_display'])).check(z.maxLength(2)),
    payment: choice(PAYMENTS, 'Please say how it is paid.'),
    paymentNote: line({ what: 'the note', max: 500 }),
    /** What whoever writes it down has told the guest. */
    shownTotalCents: z.int().check(z.minimum(0)),
  })
  .check(z.refine(isReachable, NO_PHONE))
export type NightForm = z.output<typeof nightForm>

/** How full a half hour is, and at how many places a party could sit then. */
export type SlotPacing = {
  readonly time: WallTime
  readonly state: 'free' | 'busy' | 'full'
  readonly covers: number
  readonly places: number
}

/** What staff see of an evening before they write a dinner down. */
export type DinnerContext = {
  readonly date: CalendarDate
  readonly day: 'open' | 'closed' | 'past'
  /** Why the house is closed that day, where it says so. */
  readonly reason: string | null
  readonly coversPerSlot: number
  /** How long the party sits. */
  readonly minutes: number
  /** Whether a party can sit down at this moment. */
  readonly canStartNow: boolean
  readonly slots: readonly SlotPacing[]
  /** Set where tables are for sale for an event during the party's turn. */
  readonly stay: {
    readonly eventTitle: string
    /** When the event begins; null where less than an hour would be left. */
    readonly untilEvent: WallTime | null
    readonly whole: WallTime
  } | null
  /** The tables at the time that is asked about. */
  readonly seats: readonly SeatChoice[]
}

/** A table as it is sold for a night. */
export type NightTable = {
  readonly id: string
  readonly tableNumber: number
  readonly location: string
  readonly seats: number
  readonly priceCents: Cents
}

/** What staff see of a night before they give a table away. */
export type NightContext = {
  readonly soldOut: boolean
  /** Whether guests can buy its tables online. Staff can add a party with a table either way. */
  readonly tablesForSale: boolean
  /** Its service is closed that day, and nothing of it is on sale. */
  readonly isClosed: boolean
  readonly tables: readonly NightTable[]
  readonly packages: readonly {
    readonly key: 'birthday_shoutout' | 'screen_display'
    readonly name: string
    readonly priceCents: Cents
  }[]
}

/** A night that a table can still be given away for. */
export type NightChoice = { readonly id: string; readonly title: string; readonly date: CalendarDate }

/** Why staff could not write a reservation down. `refused` has words to show. */
export type StaffBookingRefusal =
  | { readonly why: 'not_allowed' }
  | { readonly why: 'refused'; readonly text: string }
  /** Tables of an event would go off sale: `text` says which, and staff have to agree. */
  | { readonly why: 'off_sale'; readonly text: string; readonly tableIds: readonly string[] }
