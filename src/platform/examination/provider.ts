import type { Config } from '../config.ts'
import { PaymentRefused } from '../payments-gateways/port.ts'
import { createStripeGateway, type StripeSettings } from '../payments-gateways/stripe.ts'
import { fail, type Finding, reasonOf, well } from './finding.ts'

export type ProviderAddress = NonNullable<StripeSettings['api']>

/** Asks Stripe for something that the server asks for too. Test payments of this server are not called. */
export async function examineProvider({ payments }: Config, api?: ProviderAddress): Promise<Finding[]> {
  if (payments.kind === 'local') return []
  const { secretKey, webhookSecret } = payments
  const gateway = createStripeGateway({ kind: 'stripe', secretKey, webhookSecret, ...(api ? { api } : {}) })
  const mode = /^.k_test_/.test(secretKey) ? 'test mode' : 'live mode'
  try {
    await gateway.listCompleted(new Date())
    await gateway.listDisputes(new Date())
    return [well('Provider', `Stripe accepts the key (${mode}) and lists checkouts and disputes`)]
  } catch (error) {
    const isRefused = error instanceof PaymentRefused
    return [
      fail('Provider', {
        says: `Stripe ${isRefused ? 'refuses' : 'does not answer'} (${reasonOf(error)})`,
        advice: isRefused
          ? 'Check STRIPE_SECRET_KEY; a restricted key needs checkout sessions, refunds, payment intents and disputes.'
          : 'Check that this machine may reach api.stripe.com on port 443.',
      }),
    ]
  } finally {
    gateway.close()
  }
}
