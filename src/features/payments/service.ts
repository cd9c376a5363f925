import { SETTLE_CHECKOUT } from '#features/payments/checkouts/service.ts'
import { raiseIssue } from '#features/payments/issues/service.ts'
import { syncJobOf } from '#features/payments/refunds/issuing/service.ts'
import { lockReservation } from '#features/reservations/service.ts'
import { formatUsd } from '#lib/money.ts'
import { ok, type Result } from '#lib/result.ts'
import { addHours } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { addJob, type Job } from '#platform/jobs/jobs.ts'
import type { Dispute, PaymentGateway, Webhook, WebhookRefusal } from '#platform/payments-gateways/types.ts'
import { affectsReservation } from '#platform/observability/request-context.ts'
import { findCheckoutByPayment, findReservationOfWebhook, insertWebhook, upsertDispute } from './store.ts'

type Deps = { readonly db: Db; readonly payments: PaymentGateway }

export const RECORD_DISPUTE = 'record_dispute'

/**
 * Stores a webhook once (its id is the primary key) and enqueues, in the same transaction, the job that reads the
 * current state from the provider. The payload is never applied: webhooks arrive late, twice and out of order.
 */
export async function receiveWebhook(
  { db, payments }: Deps,
  rawBody: string,
  signature: string,
): Promise<Result<'stored' | 'known', WebhookRefusal>> {
  const read = payments.parseWebhook(rawBody, signature)
  if (!read.ok) return read
  const message = read.value
  return inTransaction(db, async (tx) => {
    const isNew = await insertWebhook(tx, {
      id: message.id,
      provider: payments.kind,
      type: message.type,
      objectId: objectOf(message),
      providerCreatedAt: message.createdAt,
    })
    if (!isNew) return ok('known' as const)
    const reservationId = await findReservationOfWebhook(tx, message.about)
    if (reservationId) affectsReservation(reservationId)
    const job = jobFor(message)
    if (job) await addJob(tx, job)
    return ok('stored' as const)
  })
}

function objectOf({ about }: Webhook): string | null {
  switch (about.kind) {
    case 'checkout':
      return about.sessionId
    case 'refunds':
      return about.paymentIntentId
    case 'dispute':
      return about.disputeId
    case 'other':
      return null
  }
}

function jobFor({ about }: Webhook): Job | null {
  switch (about.kind) {
    case 'checkout':
      return {
        name: SETTLE_CHECKOUT,
        payload: { sessionId: about.sessionId },
        key: `${SETTLE_CHECKOUT}:${about.sessionId}`,
      }
    case 'refunds':
      return syncJobOf(about.paymentIntentId)
    case 'dispute':
      return {
        name: RECORD_DISPUTE,
        payload: { disputeId: about.disputeId },
        key: `${RECORD_DISPUTE}:${about.disputeId}`,
      }
    case 'other':
      return null
  }
}

/**
 * Stores the current state of a dispute and opens a payment issue for staff. A trigger writes the ledger line when the
 * dispute is lost or won.
 */
export async function recordDispute({ db, payments }: Deps, disputeId: string): Promise<void> {
  const dispute = await payments.getDispute(disputeId)
  if (dispute) await writeDispute(db, dispute)
}

const writeDispute = (db: Db, { disputeId, paymentIntentId, amountCents, reason, status }: Dispute) =>
  inTransaction(db, async (tx) => {
    const paid = paymentIntentId ? await findCheckoutByPayment(tx, paymentIntentId) : undefined
    // Lock order: reservation, dispute. The ledger trigger writes the reservation of a dispute that is lost or won.
    if (paid) await lockReservation(tx, paid.reservationId)
    const isNews = paid
      ? await upsertDispute(tx, { id: disputeId, checkout: paid, amountCents, status })
      : true
    if (!isNews) return
    await raiseIssue(tx, {
      kind: 'dispute',
      subject: disputeId,
      reservationId: paid?.reservationId ?? null,
      checkoutId: paid?.id ?? null,
      amountCents,
      detail: `A guest disputes ${formatUsd(amountCents)} with their bank (${reason}). It stands at: ${status}.`,
    })
  })

const LOOK_BACK_DAYS = 120

/** Recovers from lost dispute webhooks: reads the provider's disputes of the last 120 days. */
export async function syncDisputes({ db, payments, now }: Deps & { readonly now: Date }): Promise<void> {
  for (const dispute of await payments.listDisputes(addHours(now, -24 * LOOK_BACK_DAYS)))
    // oxlint-disable-next-line no-await-in-loop -- a handful, one after the other
    await writeDispute(db, dispute)
}
