import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { expect, onTestFinished } from 'vitest'
import type { CheckoutInput } from '../types.ts'
import { createStripeGateway, type StripeGateway } from '../stripe.ts'
import {
  LOCAL_SECRET_KEY,
  type StripeEmulator,
  type StripeEmulatorOptions,
  startStripeEmulator,
} from './server.ts'

export const WEBHOOK_SECRET = 'whsec_of_the_tests'

export type Email = { readonly body: string; readonly signature: string }
export type Inbox = {
  readonly url: string
  readonly emails: readonly Email[]
  /** Sets the status of further responses. */
  answerWith(status: number): void
  /** Waits for a number of webhooks. */
  waitFor(count: number): Promise<readonly Email[]>
}

/** A webhook endpoint that records requests. */
async function openInbox(): Promise<Inbox> {
  const emails: Email[] = []
  let status = 200
  const { url } = await serve((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      emails.push({
        body: Buffer.concat(chunks).toString(),
        signature: String(request.headers['stripe-signature']),
      })
      response.writeHead(status).end()
    })
  })
  return {
    url: `${url}/webhooks`,
    emails,
    answerWith(next) {
      status = next
    },
    async waitFor(count) {
      await expect.poll(() => emails.length, { interval: 5 }).toBe(count)
      return emails
    },
  }
}

/** An HTTP server that is closed at the end of the test. */
export async function serve(
  listener: Parameters<typeof createServer>[1] & object,
): Promise<{ url: string; port: number }> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, port: address.port }
}

export type Emulator = {
  readonly provider: StripeEmulator
  readonly gateway: StripeGateway
  readonly inbox: Inbox
  /** Advances the emulator's clock. */
  readonly wait: (minutes: number) => void
}

/** Emulator, a real client connected to it, and a webhook endpoint. */
export async function openEmulator(options: Partial<StripeEmulatorOptions> = {}): Promise<Emulator> {
  const inbox = await openInbox()
  let ahead = 0
  const provider = await startStripeEmulator({
    publicUrl: 'http://127.0.0.1:1/test-payment',
    webhookUrl: inbox.url,
    webhookSecret: WEBHOOK_SECRET,
    clock: () => new Date(Date.now() + ahead),
    ...options,
  })
  const gateway = createGateway(provider.port)
  onTestFinished(() => provider.close())
  return {
    provider,
    gateway,
    inbox,
    wait(minutes) {
      ahead += minutes * 60_000
    },
  }
}

export function createGateway(port: number): StripeGateway {
  const gateway = createStripeGateway({
    secretKey: LOCAL_SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    kind: 'local',
    api: { protocol: 'http', host: '127.0.0.1', port },
  })
  onTestFinished(() => gateway.close())
  return gateway
}

export const createOrder = (changes: Partial<CheckoutInput> = {}): CheckoutInput => ({
  checkoutId: randomUUID(),
  reservationId: randomUUID(),
  lines: [
    { label: 'Table 12, VIP & Friends', amountCents: 50_000 },
    { label: 'Birthday Shoutout', amountCents: 5000 },
  ],
  guestEmail: 'ada@example.com',
  successUrl: 'https://venue.example/payment-success?session_id={CHECKOUT_SESSION_ID}&token=abc',
  cancelUrl: 'https://venue.example/payment-cancelled?token=abc',
  expiresAt: new Date(Date.now() + 35 * 60_000),
  ...changes,
})

type Question = {
  readonly key?: string
  readonly method?: string
  readonly body?: string
  readonly headers?: Record<string, string>
}

/** Calls the API without the client library. */
export const ask = (
  { url }: StripeEmulator,
  path: string,
  { key = LOCAL_SECRET_KEY, headers = {}, ...init }: Question = {},
): Promise<Response> =>
  fetch(`${url}${path}`, { ...init, headers: { ...headers, Authorization: `Bearer ${key}` } })

/** A paid checkout and its payment. */
export async function createPaidCheckout(
  { provider, gateway }: Emulator,
  expiresAt?: Date,
): Promise<{ sessionId: string; paymentIntentId: string }> {
  const { sessionId } = await gateway.createCheckout(createOrder(expiresAt ? { expiresAt } : {}))
  const { payment_intent: paymentIntentId } = await provider.control.pay({
    session: sessionId,
    outcome: 'approve',
  })
  if (typeof paymentIntentId !== 'string') throw new Error('a paid session has a payment')
  return { sessionId, paymentIntentId }
}
