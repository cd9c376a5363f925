import { type Config, isPublic } from '../config/config.ts'
import { WEBHOOK_PATH } from '../payments-gateways/start-emulator.ts'
import { PaymentRefused } from '../payments-gateways/types.ts'
import { WEBHOOK_EVENTS } from '../payments-gateways/stripe-events.ts'
import {
  createStripeGateway,
  type StripeGateway,
  type StripeSettings,
  type WebhookEndpoint,
} from '../payments-gateways/stripe.ts'
import { fail, type CheckResult, reasonOf, warn, pass } from './check-result.ts'

export type ProviderAddress = NonNullable<StripeSettings['api']>

/** Calls Stripe with the configured key. The server's own emulator is not called. */
export async function checkProvider(
  { payments, origin }: Config,
  api?: ProviderAddress,
): Promise<CheckResult[]> {
  if (payments.kind === 'local')
    return [pass('Webhooks', 'test payments need no endpoint at Stripe: not compared')]
  const { secretKey, webhookSecret } = payments
  const gateway = createStripeGateway({ kind: 'stripe', secretKey, webhookSecret, ...(api ? { api } : {}) })
  const mode = /^.k_test_/.test(secretKey) ? 'test mode' : 'live mode'
  try {
    await gateway.listCompleted(new Date())
    await gateway.listDisputes(new Date())
    return [
      pass('Provider', `Stripe accepts the key (${mode}) and lists checkouts and disputes`),
      await checkAccount(gateway),
      await checkWebhooks(gateway, origin),
    ]
  } catch (error) {
    const isRefused = error instanceof PaymentRefused
    return [
      fail('Provider', {
        message: `Stripe ${isRefused ? 'refuses' : 'does not answer'} (${reasonOf(error)})`,
        advice: isRefused
          ? 'Check STRIPE_SECRET_KEY; a restricted key needs checkout sessions, refunds, payment intents and disputes.'
          : 'Check that this machine may reach api.stripe.com on port 443.',
      }),
    ]
  } finally {
    gateway.close()
  }
}

/** Without these rights guests pay as before, but the close-out has nothing to compare the ledger with. */
async function checkAccount(
  gateway: Pick<StripeGateway, 'listTransactions' | 'listPayouts'>,
): Promise<CheckResult> {
  try {
    await gateway.listTransactions(new Date(), null)
    await gateway.listPayouts(new Date())
    return pass('Payouts', 'the key lists the movements of the balance and the payouts')
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    return warn('Payouts', {
      message: `the key may not read the balance or the payouts (${reasonOf(error)})`,
      advice: 'Let the restricted key read Balance Transactions and Payouts, for the close-out of a night.',
    })
  }
}

/** Compares the events of the webhook endpoint at Stripe with the required ones. */
async function checkWebhooks(
  gateway: Pick<StripeGateway, 'listWebhookEndpoints'>,
  origin: string,
): Promise<CheckResult> {
  if (!isPublic(origin)) return pass('Webhooks', `Stripe cannot reach ${origin}: not compared`)
  try {
    return compareWebhooks(await gateway.listWebhookEndpoints(), origin + WEBHOOK_PATH)
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    return warn('Webhooks', {
      message: `the key may not read the webhook endpoints (${reasonOf(error)})`,
      advice:
        'Let the restricted key read Webhook Endpoints, or compare the events with docs/operating.md by hand.',
    })
  }
}

/** Checks the webhook endpoints of a Stripe account for a server at this URL. */
export function compareWebhooks(endpoints: readonly WebhookEndpoint[], url: string): CheckResult {
  const ours = endpoints.filter((it) => it.url === url)
  const enabled = ours.filter((it) => it.isEnabled)
  if (enabled.length === 0) {
    const message =
      ours.length > 0 ? `the endpoint ${url} is disabled at Stripe` : `Stripe has no endpoint ${url}`
    const others = endpoints.map((it) => it.url).join(', ')
    return fail('Webhooks', {
      message: ours.length > 0 || others === '' ? message : `${message}, but ${others}`,
      advice:
        'Add or enable it in Stripe’s dashboard under Developers, Webhooks; docs/operating.md lists its events.',
    })
  }
  const missing = enabled
    .map(({ events }) => WEBHOOK_EVENTS.filter((it) => !events.includes(it) && !events.includes('*')))
    .toSorted((a, b) => a.length - b.length)[0]
  if (!missing || missing.length === 0)
    return pass('Webhooks', `Stripe sends all ${WEBHOOK_EVENTS.length} events that are needed to ${url}`)
  return fail('Webhooks', {
    message: `the endpoint ${url} is not subscribed to ${missing.join(', ')}`,
    advice: 'Add the events to the endpoint in Stripe’s dashboard under Developers, Webhooks.',
  })
}
