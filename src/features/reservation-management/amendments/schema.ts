import * as z from 'zod/mini'
import { VENUE_METHODS } from '#features/payments/ledger/schema.ts'
import type { ReservationType } from '#features/reservation-management/list/schema.ts'
import type { ChangeReceipt } from '#features/reservation-management/changes/schema.ts'
import {
  type DinnerContext,
  type NightChoice,
  type Place,
  type SlotPacing,
  type Span,
  type TableChoice,
  RESERVATION_GUEST,
  isTable,
  uuid,
} from '#features/reservation-management/staff-bookings/schema.ts'
import type { SharedContact } from '#features/reservations/evening/schema.ts'
import { PACKAGE_KEYS, type PackageKey } from '#features/reservations/package-contents/schema.ts'
import type { ReservationLine, ReservationStatus } from '#features/reservations/schema.ts'
import { descriptorsOf } from '#lib/forms/form.ts'
import { shapesOf, version } from '#lib/forms/shapes.ts'
import type { Cents } from '#lib/money.ts'
import { type CalendarDate, isCalendarDate, WALL_TIME, type WallTime } from '#lib/venue-time.ts'

/**
 * Decisions about a price difference. `due`: the guest pays a higher price at the venue. `credit`: the guest keeps what was
 * paid too much for later changes.
 */
export const PRICE_DECISIONS = ['due', 'waive', 'refund', 'credit', 'keep'] as const
export type PriceDecision = (typeof PRICE_DECISIONS)[number]

const MAX_REASON = 500

/** Descriptors of the fields of every reservation. */
export const AMENDED_GUEST_FIELDS = descriptorsOf(RESERVATION_GUEST)
const { name, guests, phone, email } = shapesOf(RESERVATION_GUEST)

/** Decisions that need no reason. */
const REASONLESS: ReadonlySet<PriceDecision> = new Set(['due', 'refund', 'credit'])

const priceDecision = z
  .strictObject({
    decision: z.enum(PRICE_DECISIONS),
    /** How the part of a refund is paid back that was not paid online. */
    method: z.optional(z.enum(VENUE_METHODS)),
    reason: z
      .string()
      .check(z.trim(), z.maxLength(MAX_REASON, `Keep the reason under ${MAX_REASON} characters.`)),
  })
  .check(
    z.refine(({ decision, reason }) => REASONLESS.has(decision) || reason !== '', {
      path: ['reason'],
      error: 'Please say why, in a few words.',
    }),
  )

/** Changes of a reservation. Only changed fields are sent; `version` is the one that the form was opened with. */
export const amendmentForm = z.strictObject({
  version,
  name: z.optional(name),
  guests: z.optional(guests),
  phone: z.optional(phone),
  email: z.optional(email),
  /** Date and time of a dinner. A night is chosen by its event. */
  date: z.optional(z.string().check(z.refine(isCalendarDate, 'Please choose a date.'))),
  time: z.optional(z.string().check(z.regex(WALL_TIME, 'Please choose a time.'))),
  eventId: z.optional(uuid('Please choose an event.')),
  tableId: z.optional(z.string().check(z.refine(isTable, 'Please choose a table.'))),
  /** Whether a dinner leaves its table when an event with tables for sale begins, or keeps it for the whole turn time. */
  stay: z.optional(z.enum(['until_event', 'whole'])),
  /** Tables that staff agreed to take off sale. */
  offSale: z.optional(z.array(z.uuid()).check(z.maxLength(2))),
  /** Staff agreed to seat more guests than the table has seats. */
  overCapacity: z.optional(z.boolean()),
  packages: z.optional(z.array(z.enum(PACKAGE_KEYS)).check(z.maxLength(PACKAGE_KEYS.length))),
  price: z.optional(priceDecision),
  /** Amounts that the dialog showed. The change is refused if they are not those of the server. */
  shown: z.optional(z.strictObject({ dueCents: z.int(), surplusCents: z.int() })),
  isEmailed: z.boolean(),
  /** The other reservation of the evening, whose email and phone are changed, too, where they are the same. */
  also: z.optional(z.uuid()),
})
export type AmendmentForm = z.output<typeof amendmentForm>

/** A change to plan. Only the guest's own carries a fee for another night: no form of staff has one. */
export type AmendmentRequest = AmendmentForm & { readonly moveFeeCents?: Cents }

/** The stored values of the fields, as text. The email is empty for a role that may not read addresses. */
export type AmendmentFields = {
  readonly name: string
  readonly guests: string
  readonly phone: string
  readonly email: string
  readonly date: CalendarDate
  readonly time: WallTime
  readonly eventId: string
  readonly tableId: string
  readonly packages: readonly PackageKey[]
}

/** Amounts before and after a change. Totals are null for a role that may only see what is due. */
export type PricePreview = {
  readonly totalBeforeCents: Cents | null
  readonly totalCents: Cents | null
  readonly receivedCents: Cents | null
  /** The guest's credit, and what is left of it after the change; null as the totals. */
  readonly creditBeforeCents: Cents | null
  readonly creditCents: Cents | null
  readonly dueBeforeCents: Cents
  readonly dueCents: Cents
  /** By how much the amount due rises; it can be waived. */
  readonly riseCents: Cents
  /** Received beyond the new price: to be refunded or kept. */
  readonly surplusCents: Cents
  /** The part of it that the provider refunds; the rest was paid at the venue. */
  readonly onlineCents: Cents
}

/** A refusal that staff can agree to. */
export type Agreement =
  | { readonly kind: 'off_sale'; readonly text: string; readonly tableIds: readonly string[] }
  | { readonly kind: 'capacity'; readonly text: string }

/** The other reservation of an evening, `dinner at 7:00 PM at table 4`, and whether its email and phone are the same. */
export type EveningContact = SharedContact & {
  readonly id: string
  readonly type: ReservationType
  readonly text: string
}

/** All that the dialog shows: the stored values, the choices for the values as typed, and the price. */
export type AmendmentPreview = {
  readonly id: string
  readonly type: ReservationType
  readonly status: ReservationStatus
  readonly version: number
  readonly guestName: string
  readonly fields: AmendmentFields
  /** The stored address, masked for a role that may not read it. */
  readonly storedEmail: string
  /** Whether the role may change the night, packages and a price. */
  readonly canAmend: boolean
  /** Whether the guest is paying online at this moment. Saving closes that payment first. */
  readonly isPaying: boolean
  readonly nights: readonly NightChoice[]
  readonly slots: readonly SlotPacing[]
  /** Covers that the kitchen takes in a half hour. */
  readonly coversPerSlot: number
  readonly tables: readonly TableChoice[]
  readonly packages: readonly {
    readonly key: PackageKey
    readonly name: string
    readonly priceCents: Cents
  }[]
  /** The tables that the change would give the party. */
  readonly seatedAt: readonly number[]
  readonly until: WallTime | null
  /** Set where tables are for sale for an event during a dinner: how long the party keeps its table. */
  readonly stay: DinnerContext['stay']
  readonly price: PricePreview
  /** The cover of the party at the door before and after the change, `$125 (5 of 6 pay $25)`; null where it stays the same. */
  readonly cover: { readonly before: string; readonly after: string } | null
  /** Its time would be over: the guest is not emailed about it any more. */
  readonly isOver: boolean
  /** Why the change would be refused. */
  readonly problem: string | null
  readonly agreement: Agreement | null
  readonly evening: EveningContact | null
  /** Says that the guests leave the table of their dinner for the night; null where they keep it, or never did. */
  readonly tableChange: string | null
  /** Friends whose codes stop being valid, because the party becomes smaller. */
  readonly friendsLeftOut: readonly string[]
}

/** A saved change. */
export type Amended = {
  readonly id: string
  readonly act: ChangeReceipt | null
  readonly tableNumbers: readonly number[]
  readonly dueCents: Cents
  readonly refundCents: Cents
  readonly keptCents: Cents
  readonly creditCents: Cents
  readonly discountCents: Cents
}

/** The other reservation of the evening that a change concerned, too. */
export type AmendedOther = { readonly id: string; readonly act: ChangeReceipt | null }

/** A saved change, and the other reservation; null where that one stayed as it was. */
export type AmendedByStaff = Amended & { readonly other: AmendedOther | null }

/** The seats and the price that a change would give a reservation. */
export type AmendmentPlan = {
  readonly date: CalendarDate
  readonly eventId: string | null
  readonly eventTitle: string | null
  readonly span: Span
  /** Table assignments to try, best first. Never empty: where none is free, the first one names the party that has it. */
  readonly places: readonly Place[]
  readonly tables: readonly TableChoice[]
  readonly lines: readonly ReservationLine[]
  readonly totalCents: Cents
  readonly stay: DinnerContext['stay']
  /** A question that staff have to agree to first. */
  readonly agreement: Agreement | null
}

export type PlanRefusal = {
  readonly why: 'refused'
  readonly text: string
  /** The tables at the wanted time, to choose another one. */
  readonly tables?: readonly TableChoice[]
}
