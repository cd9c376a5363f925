import { Stripe } from 'stripe'
import { no, ok } from '#lib/result.ts'
import { type Checkout, type PaymentGateway, PaymentRefused, PaymentUnavailable } from './types.ts'
import {
  ANSWER_WITHIN_MS,
  attempt,
  isMissing,
  isReplay,
  openAgent,
  orNull,
  readAll,
  RETRIES,
} from './stripe-calls.ts'
import {
  idOf,
  readDispute,
  readRefund,
  readSession,
  refundParams,
  seconds,
  sessionParams,
} from './stripe-objects.ts'
import { balanceCalls } from './stripe-balance.ts'
import { readEvent } from './stripe-events.ts'

export type StripeSettings = {
  readonly secretKey: string
  readonly webhookSecret: string
  readonly kind: PaymentGateway['kind']
  /** API address, if it is not Stripe's. */
  readonly api?: { readonly protocol: 'http' | 'https'; readonly host: string; readonly port: number }
}

export type WebhookEndpoint = {
  readonly url: string
  readonly isEnabled: boolean
  /** `*` means all events. */
  readonly events: readonly string[]
}

export type StripeGateway = PaymentGateway & {
  /** Webhook endpoints of the account. */
  listWebhookEndpoints(): Promise<WebhookEndpoint[]>
  /** Closes idle connections. The gateway stays usable and opens new ones. */
  close(): void
}

const SIGNATURE_VALID_SECONDS = 300

/** Payment gateway for Stripe, or for the emulator with the same API. */
export function createStripeGateway({ secretKey, webhookSecret, kind, api }: StripeSettings): StripeGateway {
  const httpAgent = openAgent(api?.protocol !== 'http')
  const stripe = new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    timeout: ANSWER_WITHIN_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    httpAgent,
    ...api,
  })
  const verifier = stripe.webhooks.signature
  if (!verifier) throw new Error('this build of the library verifies no signatures')
  return {
    kind,
    ...checkoutCalls(stripe),
    ...refundCalls(stripe),
    ...balanceCalls(stripe),
    async listWebhookEndpoints() {
      const endpoints = await readAll(stripe.webhookEndpoints.list({ limit: 100 }))
      return endpoints.map(({ url, status, enabled_events: events }) => ({
        url,
        isEnabled: status === 'enabled',
        events,
      }))
    },
    parseWebhook(rawBody, signature) {
      try {
        // Verified separately from parsing, because the library accepts any signed body as an event.
        verifier.verifyHeader(rawBody, signature, webhookSecret, SIGNATURE_VALID_SECONDS)
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return no('bad_signature')
        throw error
      }
      const event = readEvent(rawBody)
      return event ? ok(event) : no('malformed')
    },
    close: () => httpAgent.destroy(),
  }
}

type CheckoutCalls = 'createCheckout' | 'getCheckout' | 'expireCheckout' | 'listCompleted'

function checkoutCalls(stripe: Stripe): Pick<PaymentGateway, CheckoutCalls> {
  const { sessions } = stripe.checkout
  const retrieve = async (sessionId: string): Promise<Checkout> =>
    readSession(await sessions.retrieve(sessionId, { expand: ['payment_intent'] }))
  return {
    createCheckout: (input) =>
      attempt(async () => {
        const made = await sessions.create(sessionParams(input), { idempotencyKey: input.checkoutId })
        return isReplay(made) ? retrieve(made.id) : readSession(made)
      }),
    getCheckout: (sessionId) => attempt(() => orNull(retrieve(sessionId))),
    expireCheckout: (sessionId) =>
      attempt(async () => {
        try {
          return readSession(await sessions.expire(sessionId, { expand: ['payment_intent'] }))
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || isMissing(error)) throw error
          const found = await retrieve(sessionId)
          if (found.state === 'open')
            throw new PaymentUnavailable('The checkout could not be closed yet.', {
              cause: new PaymentRefused(error.message),
            })
          return found
        }
      }),
    async listCompleted(since) {
      const completed = sessions.list({
        created: { gte: seconds(since) },
        status: 'complete',
        limit: 100,
        expand: ['data.payment_intent'],
      })
      // Checkouts of other modes belong to other products of the account.
      return (await readAll(completed)).filter(({ mode }) => mode === 'payment').map(readSession)
    },
  }
}

type RefundCalls = 'refund' | 'listRefunds' | 'listRefundsSince' | 'getDispute' | 'listDisputes'

const refundCalls = (stripe: Stripe): Pick<PaymentGateway, RefundCalls> => ({
  refund: (input) =>
    attempt(async () => {
      const made = await stripe.refunds.create(refundParams(input), { idempotencyKey: input.refundId })
      const refund = isReplay(made) ? await stripe.refunds.retrieve(made.id) : made
      return readRefund(refund, input.paymentIntentId)
    }),
  async listRefunds(paymentIntentId) {
    const refunds = await readAll(stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 }))
    return refunds.map((refund) => readRefund(refund, paymentIntentId))
  },
  async listRefundsSince(since) {
    const refunds = await readAll(stripe.refunds.list({ created: { gte: seconds(since) }, limit: 100 }))
    return refunds.flatMap((refund) => {
      const paymentIntentId = idOf(refund.payment_intent)
      return paymentIntentId ? [readRefund(refund, paymentIntentId)] : []
    })
  },
  getDispute: (disputeId) =>
    attempt(async () => {
      const dispute = await orNull(stripe.disputes.retrieve(disputeId))
      return dispute && readDispute(dispute)
    }),
  async listDisputes(since) {
    return (await readAll(stripe.disputes.list({ created: { gte: seconds(since) }, limit: 100 }))).map(
      readDispute,
    )
  },
})
