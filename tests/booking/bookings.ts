import { randomBytes } from 'node:crypto'
import { bookTable } from '#features/holds/booking/service.ts'
import { openCheckout } from '#features/payments/sessions/service.ts'
import type { CheckoutDeps } from '#platform/payments-gateways/checkout-deps.ts'
import {
  type StripeEmulator,
  LOCAL_SECRET_KEY,
  startStripeEmulator,
} from '#platform/payments-gateways/stripe-emulator/server.ts'
import { createStripeGateway } from '#platform/payments-gateways/stripe.ts'
import { createSignedTokens } from '#platform/security/signed-tokens.ts'
import type { TestDatabase } from '../support/database.ts'
import { whenDone } from '../support/tidy-up.ts'
import { askFor, type Night, newIdentity } from './booking-fixtures.ts'

const SECRET = 'whsec_test'

export type TestBookings = {
  readonly provider: StripeEmulator
  readonly clock: { now: Date }
  /** The dependencies of the services, at the time of the test's clock. */
  readonly deps: () => CheckoutDeps
  /** Holds a table and opens its checkout session, as the dialog does on Continue. */
  readonly begin: (
    night: Night,
    ask?: ReturnType<typeof askFor>,
  ) => Promise<{ id: string; sessionId: string }>
}

/** Dependencies for services in tests without payments: the provider is unreachable. */
export function unreachablePayments() {
  const payments = createStripeGateway({
    kind: 'local',
    secretKey: LOCAL_SECRET_KEY,
    webhookSecret: SECRET,
    api: { protocol: 'http', host: '127.0.0.1', port: 1 },
  })
  whenDone(async () => payments.close())
  return { payments, tokens: createSignedTokens(randomBytes(32)), origin: 'http://localhost' }
}

/** The booking services with a payment provider of their own, reached over HTTP, and a clock that the test sets. */
export async function startBookings({ db }: Pick<TestDatabase, 'db'>, start: Date): Promise<TestBookings> {
  const clock = { now: start }
  const provider = await startStripeEmulator({
    publicUrl: 'http://localhost/test-payment',
    // Nothing listens there: the test delivers the provider's webhooks itself.
    webhookUrl: 'http://127.0.0.1:1/payments/webhook',
    webhookSecret: SECRET,
    clock: () => clock.now,
  })
  await provider.control.setFaults({ webhooks: { deliver: 'lost' } })
  const { hostname, port } = new URL(provider.url)
  const payments = createStripeGateway({
    kind: 'local',
    secretKey: LOCAL_SECRET_KEY,
    webhookSecret: SECRET,
    api: { protocol: 'http', host: hostname, port: Number(port) },
  })
  whenDone(async () => {
    payments.close()
    await provider.close()
  })
  const tokens = createSignedTokens(randomBytes(32))
  const deps = () => ({ db, now: clock.now, payments, tokens, origin: 'http://localhost' })
  return {
    provider,
    clock,
    deps,
    async begin(night, ask = askFor(night)) {
      const booked = await bookTable(deps(), ask, newIdentity())
      if (!booked.ok) throw new Error(`not booked: ${JSON.stringify(booked.reason)}`)
      const opening = await openCheckout(deps(), booked.value.reservationId)
      if (!opening.ok) throw new Error(`not opened: ${opening.reason}`)
      return { id: booked.value.reservationId, sessionId: opening.value.sessionId ?? '' }
    },
  }
}
