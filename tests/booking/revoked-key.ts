import { createStripeGateway } from '#platform/payments-gateways/stripe.ts'

/** A gateway with a key that the provider at this URL does not accept. */
export function gatewayOfRevokedKey(url: string) {
  const { hostname: host, port } = new URL(url)
  const api = { protocol: 'http', host, port: Number(port) } as const
  return createStripeGateway({ kind: 'local', secretKey: 'sk_test_revoked', webhookSecret: 'x', api })
}
