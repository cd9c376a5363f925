import type { Stripe } from 'stripe'
import type { CalendarDate } from '#lib/venue-time.ts'
import { RETRIES, readAll } from './stripe-calls.ts'
import { idOf, seconds } from './stripe-objects.ts'
import type { BalanceKind, BalanceTransaction, PaymentGateway, Payout } from './types.ts'

/** No guest waits for these lists, and a page of a hundred with their sources takes Stripe longer than one object. */
const PAGE_WITHIN_MS = 8000
const PATIENT = { timeout: PAGE_WITHIN_MS }
const GIVE_UP_AFTER_MS = (PAGE_WITHIN_MS + 1000) * (RETRIES + 1)

type BalanceCalls = 'listTransactions' | 'listPayouts' | 'listPayoutTransactions'

export function balanceCalls(stripe: Stripe): Pick<PaymentGateway, BalanceCalls> {
  const list = async (params: Stripe.BalanceTransactionListParams): Promise<BalanceTransaction[]> => {
    const found = stripe.balanceTransactions.list(
      { ...params, currency: 'usd', limit: 100, expand: ['data.source'] },
      PATIENT,
    )
    return (await readAll(found, GIVE_UP_AFTER_MS)).map(readTransaction)
  }
  return {
    listTransactions: (from, before) =>
      list({ created: { gte: seconds(from), ...(before ? { lt: seconds(before) } : {}) } }),
    async listPayouts(since) {
      const found = stripe.payouts.list({ created: { gte: seconds(since) }, limit: 100 }, PATIENT)
      return (await readAll(found, GIVE_UP_AFTER_MS))
        .filter(({ currency }) => currency === 'usd')
        .map(readPayout)
    },
    listPayoutTransactions: (payoutId) => list({ payout: payoutId }),
  }
}

const momentOf = (stamp: number): Date => new Date(stamp * 1000)
/** Stripe's dates are midnights of UTC. */
const dateOf = (stamp: number): CalendarDate => momentOf(stamp).toISOString().slice(0, 10)

const readTransaction = (transaction: Stripe.BalanceTransaction): BalanceTransaction => ({
  transactionId: transaction.id,
  kind: KINDS[transaction.reporting_category] ?? 'other',
  amountCents: transaction.amount,
  feeCents: transaction.fee,
  ...readSource(transaction.source),
  createdAt: momentOf(transaction.created),
  availableOn: dateOf(transaction.available_on),
})

/** Kinds by reporting category: the type `adjustment` stands for disputes, reversals and failed refunds alike. */
const KINDS: Readonly<Record<string, BalanceKind>> = {
  charge: 'charge',
  // A bank debit that was paid and then bounced, and a part that was not captured: negative charges.
  charge_failure: 'charge',
  partial_capture_reversal: 'charge',
  refund: 'refund',
  refund_failure: 'refund_failed',
  dispute: 'dispute',
  dispute_reversal: 'dispute_reversed',
  fee: 'fee',
  tax: 'fee',
  payout: 'payout',
  payout_reversal: 'payout_failed',
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

function readSource(
  source: Stripe.BalanceTransaction['source'],
): Pick<BalanceTransaction, 'paymentIntentId' | 'sourceId' | 'checkoutId'> {
  const sourceId = idOf(source)
  const none = { sourceId, paymentIntentId: null, checkoutId: null }
  if (typeof source !== 'object' || source === null) return none
  if (source.object === 'refund' || source.object === 'dispute')
    return { ...none, paymentIntentId: idOf(source.payment_intent) }
  if (source.object !== 'charge') return none
  // Stripe copies the metadata of a payment to its charge. Other products of the account have other metadata.
  const ours = source.metadata['checkout'] ?? ''
  return {
    sourceId,
    paymentIntentId: idOf(source.payment_intent),
    checkoutId: UUID.test(ours) ? ours : null,
  }
}

const readPayout = (payout: Stripe.Payout): Payout => ({
  payoutId: payout.id,
  amountCents: payout.amount,
  state: payoutState(payout.status),
  failure: payout.failure_message ?? (payout.status === 'canceled' ? 'canceled' : null),
  arrivesOn: dateOf(payout.arrival_date),
  isItemized: payout.automatic && payout.reconciliation_status === 'completed',
  createdAt: momentOf(payout.created),
})

function payoutState(status: string): Payout['state'] {
  if (status === 'paid') return 'paid'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'on_its_way'
}
