import { join } from 'node:path'
import type { Log } from '../observability/log.ts'
import { startStripeEmulator } from './stripe-emulator/server.ts'

/** Path of the emulator's payment pages on our own origin. */
export const TEST_PAYMENT_PATH = '/test-payment'
export const WEBHOOK_PATH = '/payments/webhook'

// No secret: the emulator listens on this machine and handles no real money. The signature only prevents mix-ups.
export const TEST_WEBHOOK_SECRET = 'whsec_lounge_test_payments'

export type ProviderOptions = {
  readonly origin: string
  readonly port: number
  readonly dataDir: string
  readonly log: Log
  readonly clock?: (() => Date) | undefined
}

/** Starts the Stripe emulator of this server. */
export const startOwnEmulator = (
  { origin, port, dataDir, log, clock }: ProviderOptions,
  listen: { readonly host: string; readonly port: number } | null,
) =>
  startStripeEmulator({
    ...listen,
    publicUrl: `${origin}${TEST_PAYMENT_PATH}`,
    webhookUrl: `http://127.0.0.1:${port}${WEBHOOK_PATH}`,
    webhookSecret: TEST_WEBHOOK_SECRET,
    // Servers that share a data directory each have their own ledger.
    file: join(dataDir, `test-payments-${port}.json`),
    log,
    ...(clock ? { clock } : {}),
  })
