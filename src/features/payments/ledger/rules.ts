import { type Cents, formatUsd } from '#lib/money.ts'
import type { LineKind, MoneyMethod, MoneyState } from './schema.ts'

/** The received cents that were neither refunded nor lost in disputes: the upper limit of every refund. */
export const openCents = ({
  receivedCents,
  refundedCents,
  disputedCents,
}: Pick<MoneyState, 'receivedCents' | 'refundedCents' | 'disputedCents'>): Cents =>
  receivedCents - refundedCents - disputedCents

/**
 * The most that staff can record as a payment at the venue. Refunded cents count as payable again, because a guest may
 * pay in another way; `dueAtVenue` asks for less, since a refund is deliberate and makes nothing due.
 */
export const payableCents = ({
  totalCents,
  allowanceCents,
  receivedCents,
  refundedCents,
}: Omit<MoneyState, 'disputedCents' | 'priceRefundedCents'>): Cents =>
  Math.max(0, totalCents - allowanceCents - receivedCents + refundedCents)

/** Tells staff who send a form again with another amount that the first one stands. */
export const recordedText = (cents: Cents): string =>
  `${formatUsd(cents)} was recorded already. Close this and look again.`

type Line = {
  readonly kind: LineKind
  readonly method: MoneyMethod | null
  readonly reversesId: string | null
  readonly reversedById: string | null
}

/**
 * Whether staff can reverse a ledger line. An online payment needs a refund instead, and a reversal is final: a line is
 * reversed at most once.
 */
export const isCorrectable = ({ kind, method, reversesId, reversedById }: Line): boolean =>
  reversesId === null &&
  reversedById === null &&
  ((kind === 'payment' && method !== 'online') || kind === 'comp' || kind === 'discount')

/** `in cash`, `by card`, `online`; empty for a comp or a discount. */
export function methodLabel(method: MoneyMethod | null): string {
  switch (method) {
    case 'online':
      return 'online'
    case 'cash':
      return 'in cash'
    case 'card':
      return 'by card'
    case null:
      return ''
  }
}
