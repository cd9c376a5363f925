import type { CancelReason } from '#features/reservations/schema.ts'
import { type Cents, formatUsd } from '#lib/money.ts'

/** A cancellation, with the money of the reservation. */
export type Cancellation = {
  readonly by: CancelReason | null
  readonly paidCents: Cents
  /** The part that is refunded online. */
  readonly refundCents: Cents
  /** The part that is given back at the venue. */
  readonly giveBackCents: Cents
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
export function moneyTexts(money: Cancellation): string[] {
  const { paidCents, refundCents, giveBackCents, givenBackCents, keptCents } = money
  const texts = [
    ...(giveBackCents > 0
      ? [
          `${formatUsd(giveBackCents)} that you paid at the venue is given back to you there. Please call us to arrange it.`,
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
