import type { NightReservation } from '#features/reservations/schema.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import { formatDate, wallClock } from '#lib/venue-time.ts'

export type BillRow = { readonly label: string; readonly amount: string }
export type Bill = {
  readonly lines: readonly BillRow[]
  readonly total: BillRow
  /** From what was paid to what is left of it; empty where nothing was refunded. */
  readonly refunds: readonly BillRow[]
}

/** Payments received for a night, and the refunds of them. */
export type BilledMoney = {
  readonly paidCents: Cents
  readonly onlineRefunds: readonly { readonly at: Date; readonly cents: Cents }[]
  readonly refundedAtVenueCents: Cents
}

type Billed = Pick<
  NightReservation,
  'status' | 'paymentStatus' | 'lines' | 'totalCents' | 'allowanceCents' | 'paidCents' | 'dueCents'
> & {
  /** Whether the night is over: nothing is due at the door any more. */
  readonly isOver?: boolean
}

/** The bill of a night as its guest reads it: price lines, discounts, a total that says how it is paid, and refunds. */
export function billOf(it: Billed, money: BilledMoney | null = null): Bill {
  const lines = it.lines.map(({ label, amountCents }) => ({ label, amount: formatUsd(amountCents) }))
  const offCents = Math.min(it.allowanceCents, it.totalCents)
  const totalCents = it.totalCents - offCents
  return {
    lines: offCents > 0 ? [...lines, { label: 'Discount', amount: formatUsd(-offCents) }] : lines,
    total: { label: totalLabel(it, totalCents), amount: formatUsd(totalCents) },
    refunds: money === null ? [] : refundRows(money),
  }
}

/** Refunds of one day are one row, as the guest's bank shows them. */
function refundRows({ paidCents, onlineRefunds, refundedAtVenueCents }: BilledMoney): BillRow[] {
  const days = Map.groupBy(onlineRefunds, ({ at }) => wallClock(at).date)
  const refunds = [
    ...[...days].map(([date, refundsOfDay]) => ({
      label: `Refunded on ${formatDate(date, 'medium')}`,
      cents: refundsOfDay.reduce((sum, { cents }) => sum + cents, 0),
    })),
    { label: 'Refunded at the venue', cents: refundedAtVenueCents },
  ].filter(({ cents }) => cents > 0)
  if (refunds.length === 0) return []
  const leftCents = refunds.reduce((left, { cents }) => left - cents, paidCents)
  return [
    { label: 'Paid', amount: formatUsd(paidCents) },
    ...refunds.map(({ label, cents }) => ({ label, amount: formatUsd(-cents) })),
    { label: 'Paid after refunds', amount: formatUsd(leftCents) },
  ]
}

/** Label of the total. The refund of a cancellation is paid no longer, and a hold is paid at its end. */
function totalLabel(
  { status, paymentStatus, paidCents, dueCents, isOver = false }: Billed,
  totalCents: Cents,
): string {
  if (status === 'cancelled' || status === 'pending' || totalCents === 0) return 'Total'
  if (dueCents > 0 && isOver) return 'Total'
  if (dueCents > 0)
    return paidCents > 0
      ? `Total, of which ${formatUsd(dueCents)} is due at the door`
      : 'Total due at the door'
  if (paidCents > totalCents) return `Total. You paid ${formatUsd(paidCents)}`
  return isPaid(paymentStatus) ? 'Total Paid' : 'Total'
}

const isPaid = (status: Billed['paymentStatus']): boolean =>
  status === 'paid' || status === 'refunded' || status === 'partly_refunded'
