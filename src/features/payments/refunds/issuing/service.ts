import { raiseIssue } from '#features/payments/issues/service.ts'
import { transferAll } from '#features/payments/transfers/service.ts'
import { addOwed } from '#features/reservations/price-refunds/service.ts'
import { findMergeOf, lockReservation } from '#features/reservations/service.ts'
import { addHours } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { addJob, type Job } from '#platform/jobs/jobs.ts'
import {
  type PaymentGateway,
  PaymentKeyRefused,
  PaymentRefused,
  type Refund,
} from '#platform/payments-gateways/types.ts'
import { affectsReservation } from '#platform/observability/request-context.ts'
import {
  findCheckoutOfPayment,
  findRefund,
  insertRefund,
  listByProviderId,
  listRefundedReservations,
  listUnsettledRefunds,
  lockRefundsOfCheckout,
  updateRefund,
  type NewRefund,
} from './store.ts'

export type { NewRefund } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date; readonly payments: PaymentGateway }

export const ISSUE_REFUND = 'issue_refund'
export const SYNC_REFUNDS = 'sync_refunds'

const issueJobOf = (refundId: string): Job => ({
  name: ISSUE_REFUND,
  payload: { refundId },
  key: `${ISSUE_REFUND}:${refundId}`,
})

/** Job that reads the provider's state of the refunds of a payment. */
export const syncJobOf = (paymentIntentId: string): Job => ({
  name: SYNC_REFUNDS,
  payload: { paymentIntentId },
  key: `${SYNC_REFUNDS}:${paymentIntentId}`,
})

/**
 * Records a refund and enqueues the job that requests it from the provider, both in the caller's transaction: the job
 * exists if and only if the refund was committed. A trigger writes the ledger line.
 */
export async function requestRefund(db: Db, refund: NewRefund): Promise<void> {
  await addJob(db, issueJobOf(await insertRefund(db, refund)))
}

/** Requests a recorded refund from the provider. The refund id is the idempotency key: a retry refunds once. */
export async function issueRefund({ db, payments, now }: Deps, refundId: string): Promise<void> {
  const refund = await findRefund(db, refundId)
  if (refund) affectsReservation(refund.reservationId)
  if (!refund || refund.status === 'succeeded' || refund.status === 'failed') return
  if (!refund.paymentIntentId) {
    await failRefund(db, refundId, 'the payment has no id at the provider')
    return
  }
  const { paymentIntentId } = refund
  try {
    if (await wasMade({ db, payments, now }, { ...refund, paymentIntentId }))
      return await syncRefunds({ db, payments, now }, paymentIntentId)
    await payments.refund({
      refundId,
      paymentIntentId,
      amountCents: refund.amountCents,
    })
  } catch (error) {
    // A key that is not accepted is mended by the operator: the job fails, and is tried again until then.
    if (!(error instanceof PaymentRefused) || error instanceof PaymentKeyRefused) throw error
    await failRefund(db, refundId, error.message)
    return
  }
  await syncRefunds({ db, payments, now }, paymentIntentId)
}

/** Stripe keeps idempotency keys for a day. */
const KEY_KEPT_HOURS = 23

/** Whether the provider has made a refund whose idempotency key it may have forgotten. */
async function wasMade(
  { payments, now }: Deps,
  refund: { readonly id: string; readonly paymentIntentId: string; readonly createdAt: Date },
): Promise<boolean> {
  if (addHours(refund.createdAt, KEY_KEPT_HOURS) > now) return false
  const made = await payments.listRefunds(refund.paymentIntentId)
  return made.some(({ refundId }) => refundId === refund.id)
}

const failRefund = (db: Db, refundId: string, failure: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const refund = await findRefund(tx, refundId)
    if (!refund) return
    // The ledger trigger writes the reservation after the refund: locking it first keeps the lock order.
    await lockReservation(tx, refund.reservationId)
    await updateRefund(tx, refundId, { status: 'failed', providerRefundId: refund.providerRefundId, failure })
    await raiseRefundFailed(tx, { ...refund, failure })
  })

type FailedRefund = {
  readonly id: string
  readonly reservationId: string
  readonly checkoutId: string
  readonly amountCents: number
  readonly failure: string | null
}

const raiseRefundFailed = (db: Db, { id, failure, ...it }: FailedRefund): Promise<void> =>
  raiseIssue(db, {
    kind: 'refund_failed',
    subject: id,
    reservationId: it.reservationId,
    checkoutId: it.checkoutId,
    amountCents: it.amountCents,
    detail: `The refund did not go through: ${failure ?? 'the provider gave no reason'}`,
  })

/**
 * Stores the provider's state of every refund of one payment, including those made in its dashboard. Lock order:
 * reservations, checkout, refund, as in every other transaction. The reservations come first although only the ledger
 * trigger writes them: a staff refund, which holds one and waits for the checkout, would otherwise be a deadlock.
 */
export async function syncRefunds({ db, payments, now }: Deps, paymentIntentId: string): Promise<void> {
  const listed = await payments.listRefunds(paymentIntentId)
  const work = async (tx: Db): Promise<void> => {
    const checkout = await findCheckoutOfPayment(tx, paymentIntentId)
    if (!checkout) return
    const concerned = [checkout.reservationId, ...(await listRefundedReservations(tx, checkout.id))]
    // oxlint-disable-next-line no-await-in-loop -- one lock after the other
    for (const id of [...new Set(concerned)].toSorted()) await lockReservation(tx, id)
    const refunds = await lockRefundsOfCheckout(tx, checkout.id)
    for (const it of listed) {
      const ours = refunds.find(
        (row) => row.id === it.refundId || row.providerRefundId === it.providerRefundId,
      )
      // oxlint-disable-next-line no-await-in-loop -- one transaction is one connection
      await writeRefund({ db: tx, now }, { it, checkout, ours })
    }
  }
  await inTransaction(db, work)
}

type RefundToStore = {
  readonly it: Refund
  readonly checkout: { readonly id: string; readonly reservationId: string }
  readonly ours: { readonly id: string; readonly reservationId: string } | undefined
}

async function writeRefund({ db, now }: Omit<Deps, 'payments'>, { it, checkout, ours }: RefundToStore) {
  const { id: checkoutId } = checkout
  // A refund of ours names the reservation that it was requested for; one of the provider's is about the largest part.
  const reservationId = ours?.reservationId ?? checkout.reservationId
  const { providerRefundId, amountCents, failure, state } = it
  const refund = { checkoutId, reservationId, amountCents, providerRefundId, status: state }
  const id = ours?.id ?? (await insertRefund(db, { ...refund, reason: 'provider' }))
  await updateRefund(db, id, { status: state, providerRefundId, failure })
  if (state !== 'failed') return
  const holder = await followMerge({ db, now }, { id, reservationId })
  await raiseRefundFailed(db, { id, reservationId: holder, checkoutId, amountCents, failure })
}

/**
 * The reservation that has the money of a failed refund. Where staff merged the refunded one meanwhile, its money is moved
 * to the one that stays, as it was in the merge. It is owed to its guest, and pays for nothing there: only the refund of a price
 * difference can be merged away.
 */
async function followMerge(
  { db, now }: Omit<Deps, 'payments'>,
  { id, reservationId: from }: { readonly id: string; readonly reservationId: string },
): Promise<string> {
  const to = await findMergeOf(db, from)
  if (to === null) return from
  const reason = 'Merged with another reservation'
  const owedCents = await transferAll(db, { from, to, now, actor: NOBODY, reason, key: id })
  await addOwed(db, to, owedCents)
  return to
}

/** No member of staff: the provider told it. */
const NOBODY = { id: null, name: null } as const

const RETRY_AFTER_MS = 60_000

/** Enqueues the job again for refunds whose job or webhook was lost. The job key prevents duplicates. */
export async function retryRefunds({ db, now }: Omit<Deps, 'payments'>): Promise<void> {
  const late = await listUnsettledRefunds(db, new Date(now.getTime() - RETRY_AFTER_MS))
  for (const { id, status, paymentIntentId } of late) {
    const job = status === 'requested' || !paymentIntentId ? issueJobOf(id) : syncJobOf(paymentIntentId)
    // oxlint-disable-next-line no-await-in-loop -- a handful, one after the other
    await addJob(db, job)
  }
}

const LOOK_BACK_DAYS = 60

/**
 * Recovers from lost refund webhooks: lists the provider's refunds of the last 60 days and enqueues a sync for each
 * payment with a refund whose stored state differs.
 */
export async function findMissedRefunds({ db, payments, now }: Deps): Promise<void> {
  const listed = await payments.listRefundsSince(addHours(now, -24 * LOOK_BACK_DAYS))
  if (listed.length === 0) return
  const ours = await listByProviderId(
    db,
    listed.map((it) => it.providerRefundId),
  )
  const statusOf = new Map(ours.map((it) => [it.providerRefundId, it.status]))
  const differing = listed.filter((it) => statusOf.get(it.providerRefundId) !== it.state)
  for (const paymentIntentId of new Set(differing.map((it) => it.paymentIntentId)))
    // oxlint-disable-next-line no-await-in-loop -- a handful, one after the other
    await addJob(db, syncJobOf(paymentIntentId))
}
