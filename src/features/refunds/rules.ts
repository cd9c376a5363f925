import type { Cents } from '#lib/money.ts'

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
