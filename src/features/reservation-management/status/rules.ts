import type { Booking } from '#features/reservation-management/schema.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { formatMoment } from '#lib/venue-time.ts'
import type { StatusForm } from './schema.ts'

type Begins = Pick<Booking, 'startsAt'>

/** Refusal text for a status that cannot be true yet; null where the status is allowed. */
export const statusProblem = (status: ReservationStatus, { startsAt }: Begins, now: Date): string | null =>
  status === 'completed' && startsAt > now
    ? `This reservation begins ${formatMoment(startsAt, now)}. It can be set to completed from then on.`
    : null

export const ARRIVED = 'Guests of this party have come. Cancelling it frees their table.'

export const moneyOpenText = (openCents: number): string =>
  `${formatUsd(openCents)} was paid. Choose first whether it is refunded or kept.`

/**
 * Kept amount after the change. A reservation that is no longer cancelled keeps none: its payment counts again. A price
 * difference that was kept before stays kept.
 */
export const keptAfter = (before: Booking, { status, money }: StatusForm) => {
  const { keptCents, keptReason, openCents } = before
  const isRefundedIfResold = before.type === 'nightlife' && (money?.isRefundedIfResold ?? false)
  if (status !== 'cancelled' && before.status === 'cancelled')
    return { keptCents: 0, keptReason: null, isRefundedIfResold: false }
  if (status !== 'cancelled' || money?.decision !== 'keep') return { keptCents, keptReason }
  return { keptCents: keptCents + openCents, keptReason: money.reason, isRefundedIfResold }
}

/** Reason of a full refund, or null without one. The refund itself is requested after the undo window. */
export const refundReasonOf = ({ openCents }: Booking, { status, money }: StatusForm): string | null =>
  status === 'cancelled' && money?.decision === 'refund' && openCents > 0
    ? money.reason || 'Cancelled by staff'
    : null

export const PROCESSING =
  'The guest has paid, and the bank is still working on it. Nothing was changed. Please wait until the payment has arrived or failed.'
export const PROVIDER_UNAVAILABLE =
  'The payment provider cannot be reached, so it is not certain whether the guest has paid. Nothing was changed. Please try again in a minute.'
export const PAYING_AGAIN =
  'The guest is opening the payment page at this moment. Nothing was changed. Please try again.'
