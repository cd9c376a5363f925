import type { Cents } from '#lib/money.ts'
import type { Result } from '#lib/result.ts'

export type CheckoutLine = { readonly label: string; readonly amountCents: Cents }

export type CheckoutInput = {
  /** Our own id of this attempt to pay: the idempotency key, so that asking twice opens one checkout. */
  readonly checkoutId: string
  readonly reservationId: string
  readonly lines: readonly CheckoutLine[]
  readonly guestEmail: string
  /** Where the guest comes back to; the provider fills in `{CHECKOUT_SESSION_ID}`. */
  readonly successUrl: string
  readonly cancelUrl: string
  /** The provider wants at least 30 minutes from now. */
  readonly expiresAt: Date
  /** Until when the guest has what is paid for; sooner than the provider would close its page. */
  readonly heldUntil?: Date | null
}

/**
 * What the provider itself says about a checkout. `processing`: the guest is done, the money is still under way.
 * `failed`: the guest was done and the money did not come.
 */
export type Checkout = {
  readonly sessionId: string
  /** Where its guest pays; null once that is no longer possible. */
  readonly url: string | null
  readonly state: 'open' | 'processing' | 'paid' | 'failed' | 'expired'
  readonly amountCents: Cents
  /** Lower case, as in `usd`. */
  readonly currency: string
  readonly paymentIntentId: string | null
  readonly checkoutId: string | null
  readonly reservationId: string | null
}

export type RefundInput = {
  /** Our own id of the refund: the idempotency key, so that asking twice gives the money back once. */
  readonly refundId: string
  readonly paymentIntentId: string
  readonly amountCents: Cents
}

export type Refund = {
  readonly providerRefundId: string
  /** Our own id of it; null for one that was made in the provider's dashboard. */
  readonly refundId: string | null
  readonly paymentIntentId: string
  readonly amountCents: Cents
  readonly state: 'pending' | 'succeeded' | 'failed'
  readonly failure: string | null
}

export type Dispute = {
  readonly disputeId: string
  readonly paymentIntentId: string | null
  readonly amountCents: Cents
  readonly reason: string
  /** The provider's own word, such as `needs_response`, `won` or `lost`. */
  readonly status: string
}

/** What a message of the provider is about. Only ids are taken from it: the truth is asked for. */
export type Webhook = {
  readonly id: string
  readonly type: string
  readonly createdAt: Date
  readonly about:
    | { readonly kind: 'checkout'; readonly sessionId: string }
    | { readonly kind: 'refunds'; readonly paymentIntentId: string }
    | { readonly kind: 'dispute'; readonly disputeId: string }
    | { readonly kind: 'other' }
}

export type WebhookRefusal = 'bad_signature' | 'malformed'

/**
 * Whoever takes the money. Each call throws `PaymentRefused` where the provider said no and nothing was made, and
 * `PaymentUnavailable` where it is not known what happened.
 */
export type PaymentGateway = {
  readonly kind: 'stripe' | 'local'
  createCheckout(input: CheckoutInput): Promise<Checkout>
  /** Null: the provider has no such checkout. */
  getCheckout(sessionId: string): Promise<Checkout | null>
  /** Closes a checkout for good and says what became of it: `expired`, or `paid` where the guest was quicker. */
  expireCheckout(sessionId: string): Promise<Checkout>
  refund(input: RefundInput): Promise<Refund>
  /** Every refund of one payment, those made in the provider's dashboard too. */
  listRefunds(paymentIntentId: string): Promise<Refund[]>
  /** The refunds made since a moment, of whatever payment, however they stand. */
  listRefundsSince(since: Date): Promise<Refund[]>
  getDispute(disputeId: string): Promise<Dispute | null>
  /** The disputes opened since a moment, however they stand. */
  listDisputes(since: Date): Promise<Dispute[]>
  /** The checkouts opened since a moment that were completed, oldest last: what reconciliation reads. */
  listCompleted(since: Date): Promise<Checkout[]>
  /** Verifies and reads a message. The signature may not be the provider's, or too old; what it signs may be no event. */
  parseWebhook(rawBody: string, signature: string): Result<Webhook, WebhookRefusal>
}

export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused'
}

export class PaymentUnavailable extends Error {
  override readonly name = 'PaymentUnavailable'
}
