import type { Cents } from '#lib/money.ts'
import type { LineKind, MoneyMethod, MoneyState } from './schema.ts'

/** What is still with the venue of what was paid for a reservation: what can be given back. */
export const openCents = ({
  receivedCents,
  refundedCents,
  disputedCents,
}: Omit<MoneyState, 'totalCents' | 'allowanceCents'>): Cents => receivedCents - refundedCents - disputedCents

/** The most that can be taken at the venue: what is due, and what went back and is to be paid in another way. */
export const payableCents = ({
  totalCents,
  allowanceCents,
  receivedCents,
  refundedCents,
}: MoneyState): Cents => Math.max(0, totalCents - allowanceCents - receivedCents + refundedCents)

type Line = {
  readonly kind: LineKind
  readonly method: MoneyMethod | null
  readonly reversesId: string | null
  readonly reversedById: string | null
}

/** Whether staff can take a line back: online money is corrected by a refund, and what took a line back stays. */
export const isCorrectable = ({ kind, method, reversesId, reversedById }: Line): boolean =>
  reversesId === null &&
  reversedById === null &&
  ((kind === 'payment' && method !== 'online') || kind === 'comp' || kind === 'discount')

/** `in cash`, `by card`, `online`; nothing for what is no money. */
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
