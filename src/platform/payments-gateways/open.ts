import type { PaymentSettings } from '../config/settings/payments.ts'
import { LOCAL_SECRET_KEY } from './stripe-emulator/server.ts'
import { type ProviderOptions, startOwnEmulator, TEST_WEBHOOK_SECRET } from './start-emulator.ts'
import type { PaymentGateway } from './types.ts'
import { createStripeGateway } from './stripe.ts'

export type OpenPayments = {
  readonly gateway: PaymentGateway
  /** URL of the Stripe emulator; null with real payments. */
  readonly testProviderUrl: string | null
  /** Name for the startup banner. */
  readonly kind: string
  close(): Promise<void>
}

type Options = ProviderOptions & { readonly settings: PaymentSettings }

/** Opens the payment gateway: Stripe, or the emulator with the same API. */
export async function openPayments(options: Options): Promise<OpenPayments> {
  const { settings } = options
  if (settings.kind === 'stripe') {
    const gateway = createStripeGateway(settings)
    return { gateway, testProviderUrl: null, kind: 'Stripe', close: async () => gateway.close() }
  }
  const own = settings.providerUrl === null ? await startOwnEmulator(options, settings.listen) : null
  const url = own?.url ?? settings.providerUrl ?? ''
  const { hostname, port } = new URL(url)
  const gateway = createStripeGateway({
    kind: 'local',
    secretKey: LOCAL_SECRET_KEY,
    webhookSecret: TEST_WEBHOOK_SECRET,
    api: { protocol: 'http', host: hostname, port: Number(port) },
  })
  return {
    gateway,
    testProviderUrl: url,
    kind: 'local, no real money',
    async close() {
      gateway.close()
      await own?.close()
    },
  }
}
