import { methodLabel } from '#features/payments/ledger/rules.ts'
import type { LedgerEntry } from '#features/payments/ledger/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { formatDate } from '#lib/venue-time.ts'
import { shownMoment } from '#ui/admin/shown-time.ts'

const KINDS: Readonly<Record<LedgerEntry['kind'], string>> = {
  payment: 'Paid',
  payment_reversed: 'Payment taken back',
  refund: 'Refunded',
  refund_reversed: 'Refund failed',
  dispute_lost: 'Dispute lost',
  dispute_won: 'Dispute won',
  transfer: 'Moved',
  comp: 'Comp',
  discount: 'Discount',
}

/** `Paid in cash`, `Refunded online`, `Moved to Fri, Nov 27`. A move between reservations has a reason, one between nights has none. */
export function lineLabel({ kind, method, night, amountCents, allowanceCents, reason }: LedgerEntry): string {
  if (kind === 'transfer' && reason)
    return `Moved ${amountCents + allowanceCents > 0 ? 'from' : 'to'} another reservation`
  if (kind === 'transfer')
    return `Moved ${amountCents + allowanceCents > 0 ? 'to' : 'from'} ${formatDate(night, 'medium')}`
  if (allowanceCents < 0) return `${KINDS[kind]} taken back`
  return [KINDS[kind], methodLabel(method)].filter(Boolean).join(' ')
}

/** Time, staff member and reason of a ledger entry. */
export const lineNote = ({ movedAt, actorName, reason }: LedgerEntry): string =>
  [shownMoment(movedAt), actorName, reason].filter(Boolean).join(', ')

/** `$120.00`, `-$50.00`; a comp changes the amount due and moves no money. */
export const lineAmount = ({ amountCents, allowanceCents }: LedgerEntry): string =>
  allowanceCents === 0 ? formatUsd(amountCents) : `${formatUsd(-allowanceCents)} due`
