import type { Cents } from '#lib/money.ts'
import type { Result } from '#lib/result.ts'
import type { CalendarDate } from '#lib/venue-time.ts'

export type CheckoutLine = { readonly label: string; readonly amountCents: Cents }

export type CheckoutInput = {
  /** Our id of the checkout, used as idempotency key: a retry returns the same checkout. */
  readonly checkoutId: string
  readonly reservationId: string
  readonly lines: readonly CheckoutLine[]
  readonly guestEmail: string
  /** Return URL; Stripe fills in `{CHECKOUT_SESSION_ID}`. */
  readonly successUrl: string
  readonly cancelUrl: string
  /** Stripe requires at least 30 minutes from now. */
  readonly expiresAt: Date
  /** End of the hold, which is sooner than Stripe closes its page. */
  readonly heldUntil?: Date | null
}

/**
 * State of a checkout at Stripe. `processing`: the guest is done and the payment is pending. `failed`: the guest was
 * done and the payment failed.
 */
export type Checkout = {
  readonly sessionId: string
  /** URL of the payment page; null once it can no longer be paid. */
  readonly url: string | null
  readonly state: 'open' | 'processing' | 'paid' | 'failed' | 'expired'
  readonly amountCents: Cents
  /** In lowercase, as in `usd`. */
  readonly currency: string
  readonly paymentIntentId: string | null
  readonly checkoutId: string | null
  readonly reservationId: string | null
}

export type RefundInput = {
  /** Our id of the refund, used as idempotency key: a retry does not refund twice. */
  readonly refundId: string
  readonly paymentIntentId: string
  readonly amountCents: Cents
}

export type Refund = {
  readonly providerRefundId: string
  /** Our id; null for a refund made in the Stripe dashboard. */
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
  /** Stripe's status, such as `needs_response`, `won` or `lost`. */
  readonly status: string
}

/**
 * Kinds of movements of the account's balance. `refund_failed` and `dispute_reversed` bring back what a refund or a dispute took;
 * `fee` is one that belongs to no payment; `other` is none of the venue's business with guests, such as a reserve.
 */
export const BALANCE_KINDS = [
  'charge',
  'refund',
  'refund_failed',
  'dispute',
  'dispute_reversed',
  'fee',
  'payout',
  'payout_failed',
  'other',
] as const
export type BalanceKind = (typeof BALANCE_KINDS)[number]

/** A movement of the account's balance. Amounts are signed: positive into the account. The net is the amount less the fee. */
export type BalanceTransaction = {
  readonly transactionId: string
  readonly kind: BalanceKind
  readonly amountCents: Cents
  readonly feeCents: Cents
  /** The payment that a charge, refund or dispute belongs to. */
  readonly paymentIntentId: string | null
  /** Id of the charge, refund, dispute or payout that moved the money. */
  readonly sourceId: string | null
  /** Our id of the checkout, of a charge that was opened here. */
  readonly checkoutId: string | null
  readonly createdAt: Date
  readonly availableOn: CalendarDate
}

export type Payout = {
  readonly payoutId: string
  readonly amountCents: Cents
  readonly state: 'on_its_way' | 'paid' | 'failed'
  readonly failure: string | null
  readonly arrivesOn: CalendarDate
  /** Whether its transactions can be listed: not of payouts that were made by hand, nor before Stripe has divided them. */
  readonly isItemized: boolean
  readonly createdAt: Date
}

/** A webhook event. Only ids are taken from it; the current state is read from the API. */
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
 * Payment gateway. Calls throw `PaymentRefused` if the provider refused and nothing was changed, and
 * `PaymentUnavailable` if the outcome is unknown.
 */
export type PaymentGateway = {
  readonly kind: 'stripe' | 'local'
  createCheckout(input: CheckoutInput): Promise<Checkout>
  /** Null: the provider has no such checkout. */
  getCheckout(sessionId: string): Promise<Checkout | null>
  /** Expires a checkout and returns its final state: `expired`, or `paid` if the guest was faster. */
  expireCheckout(sessionId: string): Promise<Checkout>
  refund(input: RefundInput): Promise<Refund>
  /** All refunds of a payment, including those made in the Stripe dashboard. */
  listRefunds(paymentIntentId: string): Promise<Refund[]>
  /** All refunds created since a moment, in any state. */
  listRefundsSince(since: Date): Promise<Refund[]>
  getDispute(disputeId: string): Promise<Dispute | null>
  /** Disputes created since a moment, in any state. */
  listDisputes(since: Date): Promise<Dispute[]>
  /** Completed checkouts created since a moment, newest first, for reconciliation. */
  listCompleted(since: Date): Promise<Checkout[]>
  /** Movements of the balance that were created from a moment on, and before another where one is given. */
  listTransactions(from: Date, before: Date | null): Promise<BalanceTransaction[]>
  /** Payouts created since a moment, in any state. */
  listPayouts(since: Date): Promise<Payout[]>
  /** The movements that an itemized payout consists of, its own included. */
  listPayoutTransactions(payoutId: string): Promise<BalanceTransaction[]>
  /**
   * Verifies the signature and parses the event. Refuses an invalid or outdated signature and a body that is no event.
   */
  parseWebhook(rawBody: string, signature: string): Result<Webhook, WebhookRefusal>
}

export class PaymentRefused extends Error {
  override readonly name: string = 'PaymentRefused'
}

/**
 * The provider does not accept the key, or the key lacks a right. It says nothing about one payment: the same request succeeds
 * once the operator has set the right key.
 */
export class PaymentKeyRefused extends PaymentRefused {
  override readonly name = 'PaymentKeyRefused'
}

export class PaymentUnavailable extends Error {
  override readonly name = 'PaymentUnavailable'
}
