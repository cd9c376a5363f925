import { methodLabel } from '#features/payments/ledger/rules.ts'
import type { VenueMethod } from '#features/payments/ledger/schema.ts'
import { type Cents, formatUsd } from '#lib/money.ts'

type Left = { readonly id: string; readonly leftCents: Cents }

/** Shares an amount out over payments, each up to what is left of it; less where less is left of them all. */
export function shareOut(
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

/** A full refund: the part that the provider refunds, payment by payment, and the part that staff give back at the venue. */
export type RefundPlan = {
  readonly parts: readonly { readonly id: string; readonly amountCents: Cents }[]
  readonly onlineCents: Cents
  readonly atVenueCents: Cents
}

type Received = {
  readonly payments: readonly Left[]
  /** The part of everything received that was not refunded or lost. */
  readonly openCents: Cents
  /** The part of it that staff decided to keep. */
  readonly keptCents: Cents
}

/** Plans the refund of all that is left and not kept. What was not paid online was paid at the venue. */
export function planFullRefund({ payments, openCents, keptCents }: Received): RefundPlan {
  const owedCents = Math.max(0, openCents - keptCents)
  const parts = shareOut(payments, owedCents)
  const onlineCents = parts.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return { parts, onlineCents, atVenueCents: owedCents - onlineCents }
}

type VenueMoney = { readonly method: VenueMethod; readonly cents: Cents }

/** `Paid at the venue: $300.00 in cash and $50.00 by card. Give $350.00 back to the guest and record it here.` */
export function refundText(atVenueCents: Cents, taken: readonly VenueMoney[]): string {
  const paid = taken.map(({ method, cents }) => `${formatUsd(cents)} ${methodLabel(method)}`).join(' and ')
  const first = paid ? `Paid at the venue: ${paid}. ` : ''
  return `${first}Give ${formatUsd(atVenueCents)} back to the guest and record it here.`
}
