import { findMoney } from '#features/payments/ledger/service.ts'
import { raiseIssue } from '#features/payments/issues/service.ts'
import { dueAtVenue } from '#features/reservations/rules.ts'
import { formatUsd } from '#lib/money.ts'
import type { Db } from '#platform/db/db.ts'

type Refused = { readonly reservationId: string; readonly checkoutId: string }

/**
 * Opens the issue of a payment that the bank refused after its party was let in: the party may have left, and its night be closed.
 * The reservation is confirmed by now, in the caller's transaction. A trigger keeps the issue to what is due, and ends it.
 */
export async function raiseRefusedPayment(db: Db, { reservationId, checkoutId }: Refused): Promise<void> {
  const money = await findMoney(db, reservationId)
  const dueCents = money ? dueAtVenue({ ...money, status: 'confirmed' }) : 0
  if (dueCents === 0) return
  await raiseIssue(db, {
    kind: 'payment_refused',
    subject: checkoutId,
    reservationId,
    checkoutId,
    amountCents: dueCents,
    detail: `The bank refused the payment after the party had arrived. ${formatUsd(dueCents)} was due then.`,
  })
}
