import type { NightReservation } from '#features/reservations/schema.ts'
import { type Cents, formatUsd } from '#lib/money.ts'

export type BillRow = { readonly label: string; readonly amount: string }
export type Bill = { readonly lines: readonly BillRow[]; readonly total: BillRow }

type Billed = Pick<
  NightReservation,
  'status' | 'paymentStatus' | 'lines' | 'totalCents' | 'allowanceCents' | 'paidCents' | 'dueCents'
>

/** The bill of a night as its guest reads it: price lines, discounts, and a total that says how it is paid. */
export function billOf(it: Billed): Bill {
  const lines = it.lines.map(({ label, amountCents }) => ({ label, amount: formatUsd(amountCents) }))
  const offCents = Math.min(it.allowanceCents, it.totalCents)
  const totalCents = it.totalCents - offCents
  return {
    lines: offCents > 0 ? [...lines, { label: 'Discount', amount: formatUsd(-offCents) }] : lines,
    total: { label: totalLabel(it, totalCents), amount: formatUsd(totalCents) },
  }
}

/** Label of the total. The refund of a cancellation is paid no longer, and a hold is paid at its end. */
function totalLabel({ status, paymentStatus, paidCents, dueCents }: Billed, totalCents: Cents): string {
  if (status === 'cancelled' || status === 'pending' || totalCents === 0) return 'Total'
  if (dueCents > 0)
    return paidCents > 0
      ? `Total, of which ${formatUsd(dueCents)} is due at the door`
      : 'Total due at the door'
  if (paidCents > totalCents) return `Total. You paid ${formatUsd(paidCents)}`
  return isPaid(paymentStatus) ? 'Total Paid' : 'Total'
}

const isPaid = (status: Billed['paymentStatus']): boolean =>
  status === 'paid' || status === 'refunded' || status === 'partly_refunded'
