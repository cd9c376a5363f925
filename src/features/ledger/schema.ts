import * as z from 'zod/mini'
import { choice, line } from '#lib/forms/fields.ts'
import { type Cents, parseUsd } from '#lib/money.ts'
import type { CalendarDate } from '#lib/venue-time.ts'

export type LineKind =
  | 'payment'
  | 'payment_reversed'
  | 'refund'
  | 'refund_reversed'
  | 'dispute_lost'
  | 'dispute_won'
  | 'transfer'
  | 'comp'
  | 'discount'

/** How money is taken at the venue itself. */
export const VENUE_METHODS = ['cash', 'card'] as const
export type VenueMethod = (typeof VENUE_METHODS)[number]
export type MoneyMethod = 'online' | VenueMethod

/** How staff lower what is due. */
export const ALLOWANCES = ['comp', 'discount'] as const
export type AllowanceKind = (typeof ALLOWANCES)[number]

/** One line of the ledger, as staff read it on the reservation it belongs to. */
export type LedgerEntry = {
  readonly id: string
  readonly kind: LineKind
  /** Null for a comp or a discount, which are no money. */
  readonly method: MoneyMethod | null
  /** Positive: into the venue's hands. Negative: out of them. */
  readonly amountCents: Cents
  /** By how much it lowers what is due. */
  readonly allowanceCents: Cents
  readonly night: CalendarDate
  readonly movedAt: string
  readonly actorName: string | null
  readonly reason: string | null
  /** Whether staff can correct it: a payment at the venue, a comp or a discount that was not taken back yet. */
  readonly isCorrectable: boolean
}

/** How the money of one reservation stands. */
export type MoneyState = {
  readonly totalCents: Cents
  readonly allowanceCents: Cents
  readonly receivedCents: Cents
  readonly refundedCents: Cents
  /** Lost in disputes, less what was won back. */
  readonly disputedCents: Cents
}

/** "For the night of": what belongs to one night, on whatever day it moved. */
export type NightMoney = {
  readonly date: CalendarDate
  readonly receivedCents: Cents
  readonly refundedCents: Cents
  readonly disputedCents: Cents
  /** Came from another night with a reservation that was moved; negative where it went to one. */
  readonly transferredCents: Cents
  /** Comps and discounts: lower what is due, and are no money. */
  readonly allowanceCents: Cents
  readonly keptCents: Cents
  /** What of it moved on the day of the night itself. */
  readonly thatDayCents: Cents
  /** What of it moved before or after. */
  readonly otherDaysCents: Cents
}

/** "Moved on": what moved on one business day, for whatever night. */
export type DayMoney = {
  readonly date: CalendarDate
  readonly payments: number
  readonly receivedCents: Cents
  readonly refundedCents: Cents
  readonly disputedCents: Cents
  readonly netCents: Cents
  readonly onlineCents: Cents
  readonly cashCents: Cents
  readonly cardCents: Cents
  /** What of it was for the night of that day. */
  readonly thatNightCents: Cents
  /** What of it was for earlier or later nights. */
  readonly otherNightsCents: Cents
}

/** Both questions over the same dates. */
export type MoneyByDate = { readonly nights: readonly NightMoney[]; readonly days: readonly DayMoney[] }

/** What the reservations shown have brought in, and what deleted ones have left behind. */
export type Revenue = { readonly shownCents: Cents; readonly deletedCents: Cents }

const dollars = z.pipe(
  z.string(),
  z.transform((text, context) => {
    const cents = parseUsd(text)
    if (cents !== null && cents > 0) return cents
    context.issues.push({
      code: 'custom',
      input: text,
      message: 'Enter an amount in dollars, such as 24.50.',
    })
    return z.NEVER
  }),
)

const MAX_REASON = 500
const reason = z
  .string()
  .check(
    z.trim(),
    z.minLength(3, 'Say why, in a few words.'),
    z.maxLength(MAX_REASON, `Keep the reason under ${MAX_REASON} characters.`),
  )
const method = choice(VENUE_METHODS, 'Choose cash or card.')
/** One sending of one form: sent twice, it makes one line. */
const key = z.uuid('That is not an id.')

export const venuePaymentForm = z.strictObject({
  key,
  amount: dollars,
  method,
  note: line({ what: 'the note', max: MAX_REASON }),
})
export type VenuePaymentForm = z.output<typeof venuePaymentForm>

export const correctionForm = z.strictObject({
  lineId: z.uuid('That is not an id.'),
  /** What the payment should have said; null where there was none. */
  instead: z.nullable(z.strictObject({ amount: dollars, method })),
  reason,
})
export type CorrectionForm = z.output<typeof correctionForm>

export const giveBackForm = z.strictObject({ key, amount: dollars, method, reason })
export type GiveBackForm = z.output<typeof giveBackForm>

export const allowanceForm = z.strictObject({
  key,
  kind: choice(ALLOWANCES, 'Choose comp or discount.'),
  amount: dollars,
  reason,
})
export type AllowanceForm = z.output<typeof allowanceForm>
