import type { CheckoutDeps } from '#platform/payments-gateways/checkout-deps.ts'
import type { Log } from '#platform/observability/log.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { TextMessageSender } from '#platform/text-messages/types.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { Wallet } from '#platform/wallet/types.ts'

/** Dependencies of all jobs. Each run reads the clock once as `now`. */
export type JobDeps = Omit<CheckoutDeps, 'now'> & {
  readonly clock: () => Date
  readonly log: Log
  readonly mailer: Mailer
  readonly texts: TextMessageSender
  readonly wallet: Wallet
  readonly storage: Storage
}

/** Dependencies of one run. */
export type RunDeps = Omit<JobDeps, 'clock'> & { readonly now: Date }
/** Begins a run: reads the clock. */
export type Run = () => RunDeps
