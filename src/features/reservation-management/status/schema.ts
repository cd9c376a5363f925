import * as z from 'zod/mini'
import { RESERVATION_STATUSES } from '#features/reservation-management/list/schema.ts'
import type { ChangeReceipt } from '#features/reservation-management/changes/schema.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import type { Cents } from '#lib/money.ts'

/** Decisions about the received amount of a cancelled reservation. `later` opens a payment issue for a manager. */
export const MONEY_DECISIONS = ['refund', 'keep', 'later'] as const
export type MoneyDecision = (typeof MONEY_DECISIONS)[number]

const money = z
  .strictObject({
    decision: z.enum(MONEY_DECISIONS),
    reason: z.string().check(z.trim(), z.maxLength(500, 'Please keep the reason under 500 characters.')),
    /** The kept amount goes back once all tables are sold again. */
    isRefundedIfResold: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ decision, reason }) => decision !== 'keep' || reason !== '', {
      path: ['reason'],
      error: 'Please say why the money is kept.',
    }),
  )

/** `seen` is the status that the staff member saw; a different stored status is a version conflict. */
export const statusForm = z.strictObject({
  status: z.enum(RESERVATION_STATUSES),
  seen: z.enum(RESERVATION_STATUSES),
  money: z.optional(money),
  /** Staff were told that guests of the party have come, and cancel it all the same. */
  agreesToArrived: z.optional(z.boolean()),
  /** Tables that staff agreed to take off sale for an event: a cancelled dinner that stands again. */
  offSale: z.optional(z.array(z.uuid()).check(z.maxLength(9))),
})
export type StatusForm = z.output<typeof statusForm>

export const leftForm = z.strictObject({
  hasLeft: z.boolean(),
  /** Its guests never came: the table is freed only while that is what is recorded, so that no guest is counted as arrived. */
  isNoShow: z.optional(z.literal(true)),
  /** Tables that staff agreed to take off sale for an event: a dinner that is still here. */
  offSale: z.optional(z.array(z.uuid()).check(z.maxLength(9))),
})
export type LeftForm = z.output<typeof leftForm>

export const undoForm = z.strictObject({ actId: z.uuid() })

/** Result of a status change with the amounts that follow from it. */
export type StatusChanged = {
  readonly id: string
  readonly status: ReservationStatus
  /** Null where the reservation already had the status. */
  readonly act: ChangeReceipt | null
  /** Amount that the guest still pays at the venue. */
  readonly dueCents: Cents
  /** Amounts of a cancelled reservation: refunded online, to be refunded at the venue, and kept. */
  readonly refundCents: Cents
  readonly venueRefundCents: Cents
  readonly keptCents: Cents
}

/**
 * Whether kept money can go back once the table is sold again: the table of a dinner is not (`none`), that of a night is,
 * and the venue's terms may promise it to every guest who cancels late.
 */
export const RESALE_REFUNDS = ['none', 'offered', 'promised'] as const
export type ResaleRefund = (typeof RESALE_REFUNDS)[number]

/** The facts of a reservation that the dialogs for cancelling and deleting show. */
export type MoneyStatus = {
  readonly openCents: Cents
  readonly keptCents: Cents
  readonly status: ReservationStatus
  readonly resaleRefund: ResaleRefund
  /** Guests of it have come on its night. */
  readonly hasArrived: boolean
}

/** Facts for a dialog about the received amount. The amount is null for roles that may not see it. */
export type MoneyAsked = { readonly openCents: Cents | null } & Pick<MoneyStatus, 'resaleRefund'>
