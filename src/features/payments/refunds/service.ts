import { enqueueEmail } from '#features/emails/service.ts'
import {
  isVenueRefundOpen,
  raiseVenueRefund,
  resolveSettledIssuesOf,
} from '#features/payments/issues/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import type { Db } from '#platform/db/db.ts'
import { type NewRefund, requestRefund } from './issuing/service.ts'
import { refundText, planFullRefund, type RefundPlan, allocateRefund } from './rules.ts'
import { findMoney, findRequested, listPaid, listVenueMoney, lockPayments } from './store.ts'

export {
  listOnlineRefunds,
  type OnlineRefund,
  readRefundedFor,
  readRefundedOfPrice,
  readRequested,
} from './store.ts'

/** Tells the guest of a refund that staff decided, in the caller's transaction. */
export const announceRefund = (db: Db, reservationId: string, requestKey: string): Promise<void> =>
  enqueueEmail(db, reservationId, { kind: 'refunded', dedupeKey: requestKey })

/** Plans a full refund of a reservation without recording it, in cents. Fees that the guest does not get back are kept. */
export async function readFullRefund(
  { db }: { readonly db: Db },
  reservationId: string,
  fees = 0,
): Promise<RefundPlan & { readonly feeCents: number }> {
  const paid = await listPaid(db, reservationId)
  const feeCents = Math.min(fees, Math.max(0, paid.openCents - paid.keptCents))
  return { ...planFullRefund({ ...paid, keptCents: paid.keptCents + feeCents }), feeCents }
}

/**
 * Refunds everything received for a reservation that was not refunded, disputed or retained. The provider refunds the
 * online part; the part paid at the venue becomes a payment issue until staff record its refund. Runs in the caller's
 * transaction and locks the checkouts, so that two refunds at once cannot exceed what is left.
 */
export async function requestFullRefund(
  db: Db,
  reservationId: string,
  refund: Pick<NewRefund, 'reason' | 'note' | 'requestedBy' | 'requestKey'>,
): Promise<{ readonly refundCents: number; readonly venueRefundCents: number }> {
  await lockPayments(db, reservationId)
  const { parts, onlineCents, atVenueCents } = planFullRefund(await listPaid(db, reservationId))
  for (const { id: checkoutId, amountCents } of parts) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction is one connection
    await requestRefund(db, { ...refund, checkoutId, reservationId, amountCents })
  }
  if (atVenueCents > 0) await askAtVenue(db, reservationId, { amountCents: atVenueCents, note: refund.note })
  return { refundCents: onlineCents, venueRefundCents: atVenueCents }
}

/**
 * Amount that staff still have to refund at the venue, in cents; 0 where they are not asked to. What the provider can refund is
 * no part of it, also where its refund has failed: that has an issue of its own.
 */
const readVenueRefundDue = async (db: Db, reservationId: string): Promise<number> =>
  (await isVenueRefundOpen(db, reservationId))
    ? planFullRefund(await listPaid(db, reservationId)).atVenueCents
    : 0

/** Resolution of the payment issues of a reservation whose money went back. */
export const NOTHING_LEFT = 'Nothing is left to give back'

/**
 * After a refund by staff: resolves the issues about the money of a cancelled reservation, or names in them what is left to be
 * refunded. The caller holds the reservation's lock.
 */
export async function settleRefunded(
  db: Db,
  id: string,
  done: Parameters<typeof resolveSettledIssuesOf>[2],
): Promise<void> {
  await resolveSettledIssuesOf(db, id, done)
  const amountCents = await readVenueRefundDue(db, id)
  if (amountCents > 0) await askAtVenue(db, id, { amountCents })
}

/** Opens the payment issue that asks staff to refund an amount at the venue, or updates the open one. */
async function askAtVenue(
  db: Db,
  reservationId: string,
  { amountCents, note }: { readonly amountCents: number; readonly note?: string | undefined },
): Promise<void> {
  const text = refundText(amountCents, await listVenueMoney(db, reservationId))
  const detail = note ? `${text} Reason: ${note}` : text
  await raiseVenueRefund(db, { reservationId, amountCents, detail })
}

type PartRefund = {
  readonly amountCents: number
  readonly note: string
  /** The member of staff who decided it; null where it follows from a change by the guest. */
  readonly requestedBy: string | null
  /** Idempotency key: the same request once more changes nothing, and succeeds. */
  readonly requestKey?: string | undefined
}

/** Less is left, or the same form has refunded another amount before. */
type PartRefusal = { readonly leftCents: number } | { readonly requestedCents: number }

/**
 * Refunds a part of the online payments of a reservation by a decision of staff or after a change by the guest, never
 * more than is left. Runs in the caller's transaction and locks the checkouts first.
 */
export async function requestPartRefund(
  db: Db,
  reservationId: string,
  { amountCents, note, requestedBy, requestKey }: PartRefund,
): Promise<Result<'requested' | 'repeated', PartRefusal>> {
  await lockPayments(db, reservationId)
  const requestedCents = requestKey === undefined ? null : await findRequested(db, requestKey)
  if (requestedCents !== null) return requestedCents === amountCents ? ok('repeated') : no({ requestedCents })
  const { payments, openCents } = await listPaid(db, reservationId)
  const leftCents = allocateRefund(payments, openCents).reduce((sum, it) => sum + it.amountCents, 0)
  if (amountCents > leftCents) return no({ leftCents })
  for (const { id: checkoutId, amountCents: part } of allocateRefund(payments, amountCents)) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction is one connection
    await requestRefund(db, {
      checkoutId,
      reservationId,
      amountCents: part,
      note,
      reason: requestedBy === null ? 'guest' : 'staff',
      ...(requestedBy === null ? {} : { requestedBy }),
      ...(requestKey === undefined ? {} : { requestKey }),
    })
  }
  return ok('requested')
}

/** Refunds what is left of one online payment, in the caller's transaction, and returns the amount. */
export async function requestPaymentRefund(
  db: Db,
  checkout: { readonly id: string; readonly reservationId: string },
  note: string,
): Promise<number> {
  const { id: checkoutId, reservationId } = checkout
  await lockPayments(db, reservationId)
  const { payments } = await listPaid(db, reservationId)
  const amountCents = payments.find(({ id }) => id === checkoutId)?.leftCents ?? 0
  if (amountCents > 0)
    await requestRefund(db, { checkoutId, reservationId, amountCents, reason: 'table_gone', note })
  return amountCents
}

/** The checkout of a reservation with the largest refundable rest. */
export async function findLargestPayment(db: Db, reservationId: string): Promise<string | null> {
  const { payments } = await listPaid(db, reservationId)
  return payments.toSorted((a, b) => b.leftCents - a.leftCents)[0]?.id ?? null
}

/** Cents received, refunded and still to be refunded at the venue for a reservation. */
export const readMoney = async ({ db }: { readonly db: Db }, reservationId: string) => ({
  ...(await findMoney(db, reservationId)),
  venueRefundDueCents: await readVenueRefundDue(db, reservationId),
})

/** Cents of the online payments of a reservation that the provider can still refund. */
export async function readRefundable({ db }: { readonly db: Db }, reservationId: string): Promise<number> {
  const { payments, openCents } = await listPaid(db, reservationId)
  return allocateRefund(payments, openCents).reduce((sum, { amountCents }) => sum + amountCents, 0)
}
