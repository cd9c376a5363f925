import type { Cents } from '#lib/money.ts'
import { addHours } from '#lib/venue-time.ts'
import type { ReservationStatus } from './schema.ts'

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
