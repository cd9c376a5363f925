import type { Stripe } from 'stripe'
import {
  type Checkout,
  type CheckoutInput,
  type Dispute,
  PaymentUnavailable,
  type Refund,
  type RefundInput,
} from './types.ts'

export const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000)

export function sessionParams(input: CheckoutInput): Stripe.Checkout.SessionCreateParams {
  // Ids only: the Stripe dashboard shows no personal data of the guest.
  const metadata = { reservation: input.reservationId, checkout: input.checkoutId }
  const heldUntil = input.heldUntil ? { held_until: input.heldUntil.toISOString() } : {}
  return {
    mode: 'payment',
    ui_mode: 'hosted_page',
    line_items: input.lines.map(({ label, amountCents }) => ({
      quantity: 1,
      price_data: { currency: 'usd', unit_amount: amountCents, product_data: { name: label } },
    })),
    client_reference_id: input.reservationId,
    metadata: { ...metadata, ...heldUntil },
    payment_intent_data: { metadata },
    customer_email: input.guestEmail,
    expires_at: seconds(input.expiresAt),
    success_url: input.successUrl,
    cancel_url: input.cancelUrl,
  }
}

export const refundParams = ({
  paymentIntentId,
  amountCents,
  refundId,
}: RefundInput): Stripe.RefundCreateParams => ({
  payment_intent: paymentIntentId,
  amount: amountCents,
  metadata: { refund: refundId },
})

export const idOf = (it: string | { readonly id: string } | null): string | null =>
  typeof it === 'string' ? it : (it?.id ?? null)

export const readSession = (session: Stripe.Checkout.Session): Checkout => ({
  sessionId: session.id,
  url: session.status === 'open' ? session.url : null,
  state: stateOf(session),
  amountCents: session.amount_total ?? 0,
  currency: session.currency ?? 'usd',
  paymentIntentId: idOf(session.payment_intent),
  checkoutId: session.metadata?.['checkout'] ?? null,
  reservationId: session.metadata?.['reservation'] ?? session.client_reference_id,
})

function stateOf({ id, status, payment_status, payment_intent }: Stripe.Checkout.Session): Checkout['state'] {
  if (status === 'open') return 'open'
  if (status === 'expired') return 'expired'
  if (status !== 'complete') throw new PaymentUnavailable(`${id} is in a state we do not know: ${status}`)
  if (payment_status !== 'unpaid') return 'paid'
  const intent = typeof payment_intent === 'string' ? null : payment_intent?.status
  return intent === 'canceled' || intent === 'requires_payment_method' ? 'failed' : 'processing'
}

export const readRefund = (refund: Stripe.Refund, paymentIntentId: string): Refund => ({
  providerRefundId: refund.id,
  refundId: refund.metadata?.['refund'] ?? null,
  paymentIntentId,
  amountCents: refund.amount,
  state: refundState(refund.status),
  failure: refund.failure_reason ?? (refund.status === 'canceled' ? 'canceled' : null),
})

function refundState(status: string | null): Refund['state'] {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

export const readDispute = (dispute: Stripe.Dispute): Dispute => ({
  disputeId: dispute.id,
  paymentIntentId: idOf(dispute.payment_intent),
  amountCents: dispute.amount,
  reason: dispute.reason,
  status: dispute.status,
})
