import { join } from 'node:path'
import type { Log } from '../observability/log.ts'
import { startLocalProvider } from './stripe-emulator/server.ts'

/** The path below which the house hands guests on to the pages of the test provider. */
export const TEST_PAYMENT_PATH = '/test-payment'
export const WEBHOOK_PATH = '/payments/webhook'

// The test provider is on this machine and its money is not real: this keeps accidents apart, not attackers.
export const TEST_WEBHOOK_SECRET = 'whsec_lounge_test_payments'

export type ProviderOptions = {
  readonly origin: string
  readonly port: number
  readonly dataDir: string
  readonly log: Log
  readonly clock?: (() => Date) | undefined
}

/** Starts the test provider of this server. */
export const startOwnProvider = (
  { origin, port, dataDir, log, clock }: ProviderOptions,
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
