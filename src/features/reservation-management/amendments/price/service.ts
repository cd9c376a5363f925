import { readRefundable } from '#features/payments/refunds/service.ts'
import {
  decisionProblem,
  LOWER_PRICE,
  PRICE_CHANGED,
  priceDifference,
  type PriceDifference,
} from '#features/reservation-management/amendments/rules.ts'
import type { AmendmentForm, AmendmentPlan } from '#features/reservation-management/amendments/schema.ts'
import { creditEnd } from '#features/reservations/credit/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { businessDate, type CalendarDate } from '#lib/venue-time.ts'
import type { Booking } from '#features/reservation-management/schema.ts'
import { refused, type RefusedWithText } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import type { Db } from '#platform/db/db.ts'
import { readPendingRefund } from './store.ts'

type Deps = {
  readonly db: Db
  readonly now: Date
  readonly venue: Pick<Venue, 'creditMonths'>
  readonly author: { readonly canAmend: boolean }
}
export type Priced = {
  readonly difference: PriceDifference
  readonly refundCents: number
  readonly refundVenueCents: number
  readonly discountCents: number
  readonly surplusKeptCents: number
  readonly newCreditCents: number
  readonly kept: { readonly keptCents?: number; readonly keptReason?: string | null }
  readonly credit: { readonly creditCents?: number; readonly creditUntil?: CalendarDate }
}

type ComparedPrices = {
  readonly difference: PriceDifference
  /** Refunds of earlier price differences that wait for the end of their undo window. */
  readonly pendingCents: number
  /** The part of the surplus that the payment provider can refund; staff refund the rest by hand. */
  readonly onlineCents: number
}

/** Compares a booking's price with a new one, after the refunds that are still to come. */
export async function comparePrices(db: Db, booking: Booking, totalCents: number): Promise<ComparedPrices> {
  const pendingCents = await readPendingRefund(db, booking.id)
  const difference = priceDifference(booking, totalCents, pendingCents)
  const { surplusCents } = difference
  const leftOnline = surplusCents > 0 ? (await readRefundable({ db }, booking.id)) - pendingCents : 0
  return { difference, pendingCents, onlineCents: Math.max(0, Math.min(surplusCents, leftOnline)) }
}

/** Checks the decision about a price difference against the amounts under the lock. */
export async function decidePrice(
  { db: trx, now, venue, author: { canAmend } }: Deps,
  before: Booking,
  { form, plan }: { readonly form: AmendmentForm; readonly plan: AmendmentPlan },
): Promise<Result<Priced, RefusedWithText>> {
  const { difference, onlineCents } = await comparePrices(trx, before, plan.totalCents)
  const { riseCents, surplusCents, dueCents } = difference
  if (plan.totalCents < before.totalCents && !canAmend) return no(refused(LOWER_PRICE))
  const isRepriced = plan.totalCents !== before.totalCents
  const { shown } = form
  if (isRepriced && (shown?.dueCents !== dueCents || shown.surplusCents !== (canAmend ? surplusCents : 0)))
    return no(refused(PRICE_CHANGED))
  const venueCents = surplusCents - onlineCents
  const problem = decisionProblem(difference, form.price ?? { decision: null }, venueCents)
  if (problem) return no(refused(problem))
  const decision = form.price?.decision
  const surplusKeptCents = decision === 'keep' ? surplusCents : 0
  const newCreditCents = decision === 'credit' ? surplusCents : 0
  const keptCents = difference.keptCents + surplusKeptCents
  const keptReason = surplusKeptCents > 0 ? (form.price?.reason ?? null) : before.keptReason
  return ok({
    difference,
    refundCents: decision === 'refund' ? surplusCents : 0,
    refundVenueCents: decision === 'refund' ? venueCents : 0,
    discountCents: decision === 'waive' ? riseCents : 0,
    surplusKeptCents,
    newCreditCents,
    credit:
      newCreditCents > 0
        ? {
            creditCents: before.creditCents - difference.creditUsedCents + newCreditCents,
            creditUntil: creditEnd({ from: businessDate(now), months: venue.creditMonths, night: plan.date }),
          }
        : {},
    kept:
      keptCents === before.keptCents ? {} : { keptCents, keptReason: keptCents === 0 ? null : keptReason },
  })
}
