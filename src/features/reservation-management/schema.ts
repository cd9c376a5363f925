import * as z from 'zod/mini'
import type { ReservationType } from '#features/reservation-management/list/schema.ts'
import type { CancelReason, PaymentStatus, ReservationStatus } from '#features/reservations/schema.ts'
import { type Cents, parseUsd } from '#lib/money.ts'
import type { CalendarDate } from '#lib/venue-time.ts'

/** A reservation with the columns that the rules for changes by staff need. */
export type Booking = {
  readonly id: string
  readonly type: ReservationType
  readonly status: ReservationStatus
  readonly cancelReason: CancelReason | null
  readonly paymentStatus: PaymentStatus
  readonly date: CalendarDate
  readonly startsAt: Date
  readonly endsAt: Date
  /** The deadline of a refund that had passed when staff moved it here from another night; null where it was not. */
  readonly refundableUntil: Date | null
  readonly heldUntil: Date | null
  readonly eventId: string | null
  /** Time at which the party left before the end of its turn time. */
  readonly leftAt: Date | null
  readonly deletedAt: Date | null
  readonly tableId: string | null
  readonly secondTableId: string | null
  /** Tables beside these two. */
  readonly extraTableIds: readonly string[]
  readonly tableNumber: number | null
  readonly guestName: string
  readonly guestEmail: string
  readonly guestPhone: string | null
  readonly guestCount: number
  /** Guests who booked, and so enter free: one, or those of the reservations that were merged. */
  readonly holderCount: number
  /** Staff have to confirm the party of a dinner, by the setting of its booking. */
  readonly isLargeParty: boolean
  readonly staffNote: string
  readonly totalCents: Cents
  /** Comps and discounts, subtracted from the price. */
  readonly allowanceCents: Cents
  readonly receivedCents: Cents
  /** Part of the received amount that was refunded because the price fell. */
  readonly priceRefundedCents: Cents
  readonly refundedCents: Cents
  /** Lost in disputes, less what was won back. */
  readonly disputedCents: Cents
  /** Part of the received amount that staff decided not to refund, and the reason. */
  readonly keptCents: Cents
  readonly keptReason: string | null
  /** The part of the received amount that the guest keeps as a credit, and its last day. */
  readonly creditCents: Cents
  readonly creditUntil: CalendarDate | null
  /** The kept amount of a cancelled reservation goes back once all its tables are sold again. */
  readonly isRefundedIfResold: boolean
  /**
   * Received amount that is neither refunded nor disputed nor kept: a cancellation needs a decision about it. It is 0
   * while a decided refund waits for the end of its undo window.
   */
  readonly openCents: Cents
  /** Row version, incremented by each update. */
  readonly version: number
}

/** The party or block that has a table. */
export type Occupant = {
  readonly tableNumber: number
  readonly who: string | null
  /** The guests sit there outside their booked time. */
  readonly isSeated: boolean
}

/** `seen` is the note at the time the form was opened; a different stored note is a version conflict. */
export const noteForm = z.strictObject({
  note: z.string().check(z.trim(), z.maxLength(4000, 'Please keep the note under 4000 characters.')),
  seen: z.string(),
})
export type NoteForm = z.output<typeof noteForm>

export const tableForm = z.strictObject({
  tableId: z.nullable(z.uuid()),
  /** The table at the time the form was opened; another one is a version conflict. */
  seen: z.nullable(z.uuid()),
  /** Tables that staff agreed to take off sale for an event. */
  offSale: z.optional(z.array(z.uuid()).check(z.maxLength(2))),
  /** Whether the guest of a night is emailed about it. */
  isEmailed: z.optional(z.boolean()),
})
export type TableForm = z.output<typeof tableForm>

const amount = z.pipe(
  z.string(),
  z.transform((text, context) => {
    const cents = parseUsd(text)
    if (cents !== null && cents > 0) return cents
    context.issues.push({ code: 'custom', input: text, message: 'Please enter an amount such as 24.50' })
    return z.NEVER
  }),
)

export const refundForm = z.strictObject({
  /** Idempotency key. A page of the version before sends none. */
  key: z.optional(z.uuid()),
  amount,
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please enter the reason for the refund.'),
      z.maxLength(500, 'Please keep the reason under 500 characters.'),
    ),
})
export type RefundForm = z.output<typeof refundForm>

/** A table to choose for a reservation. */
export type SeatChoice = {
  readonly id: string
  readonly tableNumber: number
  readonly location: string
  readonly seats: number
  readonly isFree: boolean
  /** False for a table of the party itself that was taken out of use. */
  readonly isInUse: boolean
}

/** The same, and whether it is the table of the dinner that the party keeps for its night. */
export type PartySeatChoice = SeatChoice & { readonly isFromDinner: boolean }
