import * as z from 'zod/mini'
import { RESERVATION_STATUSES } from '#features/reservation-management/list/schema.ts'
import type { ActReceipt } from '#features/reservation-management/changes/schema.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import type { Cents } from '#lib/money.ts'

/** What becomes of the money of a reservation that is cancelled. `later` leaves it to a manager, as a payment issue. */
export const MONEY_DECISIONS = ['refund', 'keep', 'later'] as const
export type MoneyDecision = (typeof MONEY_DECISIONS)[number]

const money = z
  .strictObject({
    decision: z.enum(MONEY_DECISIONS),
    reason: z.string().check(z.trim(), z.maxLength(500, 'Please keep the reason under 500 characters.')),
  })
  .check(
    z.refine(({ decision, reason }) => decision !== 'keep' || reason !== '', {
      path: ['reason'],
      error: 'Please say why the money is kept.',
    }),
  )

/** `seen` is the status that the person who changes it had on the screen. */
export const statusForm = z.strictObject({
  status: z.enum(RESERVATION_STATUSES),
  seen: z.enum(RESERVATION_STATUSES),
  money: z.optional(money),
})
export type StatusForm = z.output<typeof statusForm>

export const leftForm = z.strictObject({ hasLeft: z.boolean() })
export type LeftForm = z.output<typeof leftForm>

export const undoForm = z.strictObject({ actId: z.uuid() })

/** A status as it was given, and what follows from it. */
export type StatusChanged = {
  readonly id: string
  readonly status: ReservationStatus
  /** Null where nothing had to be changed. */
  readonly act: ActReceipt | null
  /** What is still to be paid at the venue. */
  readonly dueCents: Cents
  /** What is refunded online, what is to be given back at the venue, and what is kept of a cancelled reservation. */
  readonly refundCents: Cents
  readonly venueRefundCents: Cents
  readonly keptCents: Cents
}

/** The money of a reservation that somebody has to decide about before it is deleted. */
export type MoneyStanding = {
  readonly openCents: Cents
  readonly keptCents: Cents
  readonly status: ReservationStatus
}
