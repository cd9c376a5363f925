import { type Cents, formatUsd } from '#lib/money.ts'
import { addHours } from '#lib/venue-time.ts'
import type { CancelReason, ReservationStatus } from './schema.ts'

export type CancelFacts = {
  readonly status: ReservationStatus
  readonly startsAt: Date
  /** How long before the doors a night table can still be given back. */
  readonly noticeHours: number
}

/** Until when a guest may cancel a night table and has the money back. */
export const cancelUntil = ({ startsAt, noticeHours }: Omit<CancelFacts, 'status'>): Date =>
  addHours(startsAt, -noticeHours)

/** Whether a guest may cancel by the link. Later than that, the house is only a call away. */
export function canCancel(facts: CancelFacts, now: Date): 'yes' | 'not_confirmed' | 'too_late' {
  if (facts.status !== 'confirmed') return 'not_confirmed'
  return now <= cancelUntil(facts) ? 'yes' : 'too_late'
}

type PriceFacts = {
  readonly status: ReservationStatus
  readonly totalCents: Cents
  /** By how much comps and discounts lower the price. */
  readonly allowanceCents: Cents
  readonly receivedCents: Cents
}

/**
 * The part of the price that a guest still has to pay at the venue: nothing where it was paid, waived or is not wanted any
 * more. A refund does not make it due again: it was given back on purpose.
 */
export const dueAtVenue = ({ status, totalCents, allowanceCents, receivedCents }: PriceFacts): Cents =>
  status === 'cancelled' ? 0 : Math.max(0, totalCents - allowanceCents - receivedCents)

/** A cancellation, with the money of the reservation. */
export type Cancellation = {
  readonly by: CancelReason | null
  readonly paidCents: Cents
  /** The part that is refunded online. */
  readonly refundCents: Cents
  /** The part that is given back at the venue. */
  readonly venueRefundCents: Cents
  /** The part that was given back at the venue already. */
  readonly givenBackCents: Cents
  /** The part that staff decided to keep. */
  readonly keptCents: Cents
  /** Why staff cancelled, where they published it: the reason of the closed day. */
  readonly reason: string | null
}

/** ` The reason: Private party.`, however the reason ends; empty where there is none. */
export const reasonText = (reason: string | null): string =>
  reason ? ` The reason: ${reason.replace(/[\s.]+$/, '')}.` : ''

/** Says what becomes of the money of a cancelled reservation, apart from the refund that is made online. */
export function cancelledMoneyTexts(money: Cancellation): string[] {
  const { paidCents, refundCents, venueRefundCents, givenBackCents, keptCents } = money
  const texts = [
    ...(venueRefundCents > 0
      ? [
          `${formatUsd(venueRefundCents)} that you paid at the venue is given back to you there. Please call us to arrange it.`,
        ]
      : []),
    ...(givenBackCents > 0 ? [`${formatUsd(givenBackCents)} was given back to you at the venue.`] : []),
  ]
  if (paidCents === 0 || refundCents > 0 || texts.length > 0) return texts
  return keptCents > 0
    ? [
        'No refund is due for this cancellation. If you expected one, reply to this e-mail or call us, and we will look into it together.',
      ]
    : [`Please call us about the ${formatUsd(paidCents)} you paid.`]
}
