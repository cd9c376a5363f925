import type { ChangeReceipt } from '#features/reservation-management/changes/schema.ts'
import type { StatusChanged } from '#features/reservation-management/status/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { isolated } from '#lib/names/isolated.ts'

const EMAILS = {
  confirmation: 'the confirmation',
  dinner_confirmed: 'the confirmation',
  cancelled: 'the cancellation',
  dinner_cancelled: 'the cancellation',
  reservation_changed: 'the change',
} as const

/** Names the email of an action: `Ada Obi is emailed the confirmation in 10 seconds.` */
export const emailCopy = (guestName: string, act: ChangeReceipt | null): string =>
  act?.email ? `${isolated(guestName)} is emailed ${EMAILS[act.email]} in 10 seconds.` : 'No email is sent.'

/** Consequences of a status change, for the toast with Undo. */
export function statusText(guestName: string, changed: StatusChanged): string {
  const { status, act, dueCents, refundCents, venueRefundCents, keptCents } = changed
  if (!act) return status === 'confirmed' ? 'The guest has just paid: it is confirmed and paid.' : ''
  return [
    status === 'confirmed' && dueCents > 0 ? `${formatUsd(dueCents)} is to be paid at the venue.` : '',
    refundCents > 0 ? `${formatUsd(refundCents)} goes back in 10 seconds.` : '',
    venueRefundCents > 0
      ? `${formatUsd(venueRefundCents)} was paid at the venue: Payments lists it until it is given back.`
      : '',
    keptCents > 0 ? `${formatUsd(keptCents)} is kept.` : '',
    emailCopy(guestName, act),
  ]
    .filter(Boolean)
    .join(' ')
}
