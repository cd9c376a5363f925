import { methodLabel } from '#features/payments/ledger/rules.ts'
import type { VenueMethod } from '#features/payments/ledger/schema.ts'
import { listText } from '#lib/text/list-text.ts'
import { type Cents, formatUsd } from '#lib/money.ts'

type Left = { readonly id: string; readonly leftCents: Cents }

/** Distributes an amount over payments, in order, each up to its refundable rest. Less if the rests do not suffice. */
export function allocateRefund(
  payments: readonly Left[],
  amountCents: Cents,
): { readonly id: string; readonly amountCents: Cents }[] {
  let owed = amountCents
  return payments.flatMap(({ id, leftCents }) => {
    const part = Math.max(0, Math.min(owed, leftCents))
    owed -= part
    return part > 0 ? [{ id, amountCents: part }] : []
  })
}

/** Full refund: the part that the provider refunds, payment by payment, and the part that staff refund at the venue. */
export type RefundPlan = {
  readonly parts: readonly { readonly id: string; readonly amountCents: Cents }[]
  readonly onlineCents: Cents
  readonly atVenueCents: Cents
}

type Received = {
  readonly payments: readonly Left[]
  /** The part of everything received that was not refunded or lost. */
  readonly openCents: Cents
  /** The part of it that staff decided to retain after a cancellation. */
  readonly keptCents: Cents
}

/** Plans the refund of everything left and not retained. The part beyond the online payments was paid at the venue. */
export function planFullRefund({ payments, openCents, keptCents }: Received): RefundPlan {
  const owedCents = Math.max(0, openCents - keptCents)
  const parts = allocateRefund(payments, owedCents)
  const onlineCents = parts.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return { parts, onlineCents, atVenueCents: owedCents - onlineCents }
}

type VenueMoney = { readonly method: VenueMethod; readonly cents: Cents }

/**
 * Detail of a payment issue: `Paid at the venue: $300.00 in cash. Give $300.00 back to the guest and record it here.`
 */
export function refundText(atVenueCents: Cents, taken: readonly VenueMoney[]): string {
  const paid = listText(taken.map(({ method, cents }) => `${formatUsd(cents)} ${methodLabel(method)}`))
  const first = paid ? `Paid at the venue: ${paid}. ` : ''
  return `${first}Give ${formatUsd(atVenueCents)} back to the guest and record it here.`
}
