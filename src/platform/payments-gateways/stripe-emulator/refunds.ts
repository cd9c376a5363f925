import type { Stripe } from 'stripe'
import { formatUsd } from '#lib/money.ts'
import type { Desk } from './desk.ts'
import { missing, notPossible } from './refusal.ts'
import type { RefundCreate } from './requests.ts'
import { disputeShape, refundShape } from './shapes.ts'

export function findIntent(desk: Desk, id: string, param = 'intent'): Stripe.PaymentIntent {
  const intent = desk.books.intents.get(id)
  if (!intent) throw missing('payment_intent', id, param)
  return intent
}

function chargeOf(desk: Desk, intentId: string): Stripe.Charge {
  const intent = findIntent(desk, intentId, 'payment_intent')
  const charge =
    typeof intent.latest_charge === 'string' ? desk.books.charges.get(intent.latest_charge) : undefined
  if (!charge)
    throw notPossible(
      `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
      undefined,
      'payment_intent',
    )
  return charge
}

export function createRefund(desk: Desk, params: RefundCreate): Stripe.Refund {
  const charge = chargeOf(desk, params.payment_intent)
  const left = charge.amount - charge.amount_refunded
  if (left === 0)
    throw notPossible(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  // Money that the bank took back cannot be given back a second time, unless the venue has won it back.
  const disputes = [...desk.books.disputes.values()].filter((it) => it.charge === charge.id)
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
    created: desk.stamp(),
    status: desk.board.faults.refunds,
    reason: params.reason ?? null,
    metadata: params.metadata ?? {},
  })
  desk.books.refunds.set(refund.id, refund)
  moveRefunded(charge, amount)
  desk.publish('charge.refunded', charge)
  return refund
}

function moveRefunded(charge: Stripe.Charge, cents: number): void {
  charge.amount_refunded += cents
  charge.refunded = charge.amount_refunded === charge.amount
}

export function findRefund(desk: Desk, id: string): Stripe.Refund {
  const refund = desk.books.refunds.get(id)
  if (!refund) throw missing('refund', id)
  return refund
}

/** A refund that was made arrives, or bounces: even one that had succeeded can come back days later. */
export function settleRefund(desk: Desk, refund: Stripe.Refund, outcome: 'succeeded' | 'failed'): void {
  if (refund.status === 'failed') throw notPossible(`Refund ${refund.id} has already failed.`)
  refund.status = outcome
  if (outcome === 'failed') {
    refund.failure_reason = 'lost_or_stolen_card'
    const charge = typeof refund.charge === 'string' ? desk.books.charges.get(refund.charge) : undefined
    if (charge) moveRefunded(charge, -refund.amount)
  }
  desk.publish('refund.updated', refund)
  if (outcome === 'failed') desk.publish('refund.failed', refund)
}

export function openDispute(desk: Desk, paymentIntentId: string, reason: string): Stripe.Dispute {
  const charge = chargeOf(desk, paymentIntentId)
  const amount = charge.amount - charge.amount_refunded
  const dispute = disputeShape({ charge, amount, reason, created: desk.stamp() })
  charge.disputed = true
  desk.books.disputes.set(dispute.id, dispute)
  desk.publish('charge.dispute.created', dispute)
  return dispute
}

export function findDispute(desk: Desk, id: string): Stripe.Dispute {
  const dispute = desk.books.disputes.get(id)
  if (!dispute) throw missing('dispute', id)
  return dispute
}

export function closeDispute(desk: Desk, dispute: Stripe.Dispute, outcome: 'won' | 'lost'): void {
  dispute.status = outcome
  desk.publish('charge.dispute.closed', dispute)
}
