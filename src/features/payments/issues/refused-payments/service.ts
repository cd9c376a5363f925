import { findMoney } from '#features/payments/ledger/service.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import { dueAtVenue } from '#features/reservations/rules.ts'
import { formatUsd } from '#lib/money.ts'
import type { Db } from '#platform/db/db.ts'
import { raiseIssue } from '#features/payments/issues/service.ts'
import { followDue } from './store.ts'

type Refused = { readonly reservationId: string; readonly checkoutId: string }

/**
 * Opens the issue of a payment that the bank refused after its party was let in: the party may have left, and its night be closed.
 * The reservation is confirmed by now, in the caller's transaction.
 */
export async function raiseRefusedPayment(db: Db, { reservationId, checkoutId }: Refused): Promise<void> {
  const dueCents = await readDue(db, reservationId, 'confirmed')
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

type Change = { readonly status: ReservationStatus; readonly now: Date; readonly by: string | null }

/** After a change of the money of a reservation: its refused payment is an issue for as long as something is due. */
export async function settleRefusedPayment(
  db: Db,
  reservationId: string,
  { status, now, by }: Change,
): Promise<void> {
  await followDue(db, reservationId, { dueCents: await readDue(db, reservationId, status), now, by })
}

async function readDue(db: Db, reservationId: string, status: ReservationStatus): Promise<number> {
  const money = await findMoney(db, reservationId)
  return money ? dueAtVenue({ ...money, status }) : 0
}
