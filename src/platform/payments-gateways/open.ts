import { join } from 'node:path'
import type { PaymentSettings } from '../config.ts'
import type { Log } from '../log.ts'
import { LOCAL_SECRET_KEY, startLocalProvider } from './local/server.ts'
import type { PaymentGateway } from './port.ts'
import { createStripeGateway } from './stripe.ts'

export type OpenPayments = {
  readonly gateway: PaymentGateway
  /** Where the test provider listens; null where real money is taken. */
  readonly testProviderUrl: string | null
  /** In words, for whoever started the server. */
  readonly kind: string
  close(): Promise<void>
}

type Options = {
  readonly settings: PaymentSettings
  readonly origin: string
  readonly port: number
  readonly dataDir: string
  readonly log: Log
  readonly clock?: (() => Date) | undefined
}

/** The path below which the house hands guests on to the pages of the test provider. */
export const TEST_PAYMENT_PATH = '/test-payment'
export const WEBHOOK_PATH = '/payments/webhook'

// The test provider is on this machine and its money is not real: this keeps accidents apart, not attackers.
const TEST_WEBHOOK_SECRET = 'whsec_lounge_test_payments'

/** Opens whoever takes the money: Stripe, or the test provider that speaks its wire. */
export async function openPayments(options: Options): Promise<OpenPayments> {
  const { settings } = options
  if (settings.kind === 'stripe') {
    const gateway = createStripeGateway(settings)
    return { gateway, testProviderUrl: null, kind: 'Stripe', close: async () => gateway.close() }
  }
  const own = settings.providerUrl === null ? await startOwnProvider(options, settings.listen) : null
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

const startOwnProvider = (
  { origin, port, dataDir, log, clock }: Options,
  listen: { readonly host: string; readonly port: number } | null,
) =>
  startLocalProvider({
    ...listen,
    publicUrl: `${origin}${TEST_PAYMENT_PATH}`,
    webhookUrl: `http://127.0.0.1:${port}${WEBHOOK_PATH}`,
    webhookSecret: TEST_WEBHOOK_SECRET,
    // Servers that share a directory each keep their own books.
    file: join(dataDir, `test-payments-${port}.json`),
    log,
    ...(clock ? { clock } : {}),
  })
