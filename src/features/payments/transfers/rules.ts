import type { MoneyMethod } from '#features/payments/ledger/schema.ts'
import type { Cents } from '#lib/money.ts'

/** Money of a reservation by one method and of one online payment; comps and discounts have no method. */
export type HeldMoney = {
  readonly method: MoneyMethod | null
  readonly checkoutId: string | null
  readonly amountCents: Cents
  readonly allowanceCents: Cents
}

const METHODS: readonly (MoneyMethod | null)[] = ['online', 'card', 'cash', null]

/** The parts of an amount, online payments first: the provider can refund these to the guest without a visit. */
export function partsOf(held: readonly HeldMoney[], cents: Cents): readonly HeldMoney[] {
  const given = held
    .filter(({ amountCents }) => amountCents > 0)
    .toSorted(
      (a, b) => METHODS.indexOf(a.method) - METHODS.indexOf(b.method) || b.amountCents - a.amountCents,
    )
  let left = cents
  return given.flatMap((it) => {
    const amountCents = Math.min(left, it.amountCents)
    left -= amountCents
    return amountCents > 0 ? [{ ...it, amountCents, allowanceCents: 0 }] : []
  })
}
