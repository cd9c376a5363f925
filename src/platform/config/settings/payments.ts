type Place = { readonly host: string; readonly port: number }

export type PaymentSettings =
  | { readonly kind: 'stripe'; readonly secretKey: string; readonly webhookSecret: string }
  /** Stripe emulator. Without `providerUrl` the server runs it, at `listen` or a random loopback port. */
  | { readonly kind: 'local'; readonly providerUrl: string | null; readonly listen: Place | null }

type Given = {
  readonly PAYMENT_PROVIDER?: PaymentSettings['kind'] | undefined
  readonly STRIPE_SECRET_KEY?: string | undefined
  readonly STRIPE_WEBHOOK_SECRET?: string | undefined
  readonly TEST_PAYMENTS_URL?: string | undefined
  readonly TEST_PAYMENTS_LISTEN?: Place | undefined
}

/** `isOpen`: a site in production with a public URL. */
type Site = { readonly site: string; readonly isOpen: boolean }

/** Payment settings, or an error message. */
export function readPayments(it: Given, { site, isOpen }: Site): PaymentSettings | string {
  if (it.PAYMENT_PROVIDER !== 'local' && it.STRIPE_SECRET_KEY) {
    if (it.STRIPE_WEBHOOK_SECRET)
      return { kind: 'stripe', secretKey: it.STRIPE_SECRET_KEY, webhookSecret: it.STRIPE_WEBHOOK_SECRET }
    return 'STRIPE_WEBHOOK_SECRET: must be set beside STRIPE_SECRET_KEY; it is the signing secret of the endpoint /payments/webhook'
  }
  if (it.PAYMENT_PROVIDER === 'stripe') return 'STRIPE_SECRET_KEY: must be set, since PAYMENT_PROVIDER=stripe'
  // A public site must never sell tables for test money by mistake.
  if (it.PAYMENT_PROVIDER !== 'local' && isOpen)
    return `ORIGIN=${site} is public and no payment provider is set: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or PAYMENT_PROVIDER=local to take test payments only`
  return {
    kind: 'local',
    providerUrl: it.TEST_PAYMENTS_URL ?? null,
    listen: it.TEST_PAYMENTS_LISTEN ?? null,
  }
}
