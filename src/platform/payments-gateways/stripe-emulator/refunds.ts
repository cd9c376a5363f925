import type { Stripe } from 'stripe'
import { formatUsd } from '#lib/money.ts'
import type { EmulatorState } from './state.ts'
import { missing, notPossible } from './api-error.ts'
import { disputeTransaction, failedRefundTransaction, refundTransaction } from './balance/transactions.ts'
import type { RefundCreate } from './requests.ts'
import { disputeShape, refundShape } from './shapes.ts'

export function findIntent(state: EmulatorState, id: string, param = 'intent'): Stripe.PaymentIntent {
  const intent = state.ledger.intents.get(id)
  if (!intent) throw missing('payment_intent', id, param)
  return intent
}

function chargeOf(state: EmulatorState, intentId: string): Stripe.Charge {
  const intent = findIntent(state, intentId, 'payment_intent')
  const charge =
    typeof intent.latest_charge === 'string' ? state.ledger.charges.get(intent.latest_charge) : undefined
  if (!charge)
    throw notPossible(
      `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
      undefined,
      'payment_intent',
    )
  return charge
}

export function createRefund(state: EmulatorState, params: RefundCreate): Stripe.Refund {
  const charge = chargeOf(state, params.payment_intent)
  const left = charge.amount - charge.amount_refunded
  if (left === 0)
    throw notPossible(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  // Money taken back by a dispute cannot be refunded, unless the dispute was won.
  const disputes = [...state.ledger.disputes.values()].filter((it) => it.charge === charge.id)
  if (disputes.some(({ status }) => status !== 'won'))
    throw notPossible(`Charge ${charge.id} has been charged back.`, 'charge_disputed', 'payment_intent')
  const amount = params.amount ?? left
  if (amount > left)
    throw notPossible(
      `Refund amount (${formatUsd(amount)}) is greater than unrefunded amount on charge (${formatUsd(left)})`,
      undefined,
      'amount',
    )
  const refund = refundShape({
    charge,
    amount,
    created: state.stamp(),
    status: state.faultInjection.faults.refunds,
    reason: params.reason ?? null,
    metadata: params.metadata ?? {},
  })
  state.ledger.refunds.set(refund.id, refund)
  refundTransaction(state.ledger, refund)
  moveRefunded(charge, amount)
  state.publish('charge.refunded', charge)
  return refund
}

function moveRefunded(charge: Stripe.Charge, cents: number): void {
  charge.amount_refunded += cents
  charge.refunded = charge.amount_refunded === charge.amount
}

export function findRefund(state: EmulatorState, id: string): Stripe.Refund {
  const refund = state.ledger.refunds.get(id)
  if (!refund) throw missing('refund', id)
  return refund
}

/** Completes or fails a refund. A succeeded refund can also fail days later. */
export function settleRefund(
  state: EmulatorState,
  refund: Stripe.Refund,
  outcome: 'succeeded' | 'failed',
): void {
  if (refund.status === 'failed') throw notPossible(`Refund ${refund.id} has already failed.`)
  refund.status = outcome
  if (outcome === 'failed') {
    refund.failure_reason = 'lost_or_stolen_card'
    const charge = typeof refund.charge === 'string' ? state.ledger.charges.get(refund.charge) : undefined
    if (charge) moveRefunded(charge, -refund.amount)
    failedRefundTransaction(state, refund)
  }
  state.publish('refund.updated', refund)
  if (outcome === 'failed') state.publish('refund.failed', refund)
}

export function openDispute(state: EmulatorState, paymentIntentId: string, reason: string): Stripe.Dispute {
  const charge = chargeOf(state, paymentIntentId)
  const amount = charge.amount - charge.amount_refunded
  const dispute = disputeShape({ charge, amount, reason, created: state.stamp() })
  charge.disputed = true
  disputeTransaction(state, dispute, 'taken')
  state.ledger.disputes.set(dispute.id, dispute)
  state.publish('charge.dispute.created', dispute)
  return dispute
}

export function findDispute(state: EmulatorState, id: string): Stripe.Dispute {
  const dispute = state.ledger.disputes.get(id)
  if (!dispute) throw missing('dispute', id)
  return dispute
}

export function closeDispute(state: EmulatorState, dispute: Stripe.Dispute, outcome: 'won' | 'lost'): void {
  dispute.status = outcome
  if (outcome === 'won') disputeTransaction(state, dispute, 'returned')
  state.publish('charge.dispute.closed', dispute)
}
