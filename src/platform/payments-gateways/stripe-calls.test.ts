import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  createOrder,
  createPaidCheckout,
  createGateway,
  openEmulator,
  serve,
} from './stripe-emulator/test-kit.ts'
import { PaymentKeyRefused, PaymentRefused, PaymentUnavailable } from './types.ts'
import { createStripeGateway } from './stripe.ts'

const TIMEOUT_MS = 4000
const timed = async (work: Promise<unknown>): Promise<{ error: unknown; ms: number }> => {
  const begun = performance.now()
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  return { error, ms: performance.now() - begun }
}
const everyCall = (gateway: ReturnType<typeof createGateway>) => [
  gateway.createCheckout(createOrder()),
  gateway.getCheckout('cs_test_1'),
  gateway.expireCheckout('cs_test_1'),
  gateway.refund({ refundId: randomUUID(), paymentIntentId: 'pi_1', amountCents: 100 }),
  gateway.listRefunds('pi_1'),
  gateway.getDispute('du_1'),
  gateway.listCompleted(new Date()),
]

test.for([
  ['500', PaymentUnavailable],
  ['hang', PaymentUnavailable],
  ['refuse', PaymentRefused],
] as const)('%s ends every call within 4 seconds, in our own words', async ([api, kind]) => {
  const { gateway, provider } = await openEmulator()
  await provider.control.setFaults({ api })
  const ends = await Promise.all(everyCall(gateway).map(timed))
  expect(ends.map(({ error }) => error instanceof kind)).toEqual(ends.map(() => true))
  expect(Math.max(...ends.map(({ ms }) => ms))).toBeLessThan(TIMEOUT_MS)
  expect((await provider.control.readLedger()).sessions).toEqual([])
})

test('a provider that answers a byte at a time is given up as well', async () => {
  const { port } = await serve((_request, response) => {
    const drip = setInterval(() => response.write(' '), 300)
    response.on('close', () => clearInterval(drip))
  })
  const ends = await Promise.all(everyCall(createGateway(port)).map(timed))
  expect(ends.map(({ error }) => error instanceof PaymentUnavailable)).toEqual(ends.map(() => true))
  expect(Math.max(...ends.map(({ ms }) => ms))).toBeLessThan(TIMEOUT_MS)
})

test('a provider that is away is unavailable', async () => {
  const { gateway, provider } = await openEmulator()
  await provider.close()
  await expect(gateway.createCheckout(createOrder())).rejects.toThrow(PaymentUnavailable)
})

test('trouble that passes is not noticed', async () => {
  const { gateway, provider } = await openEmulator()
  await provider.control.setFaults({ api: '500', count: 1 })
  await expect(gateway.createCheckout(createOrder())).resolves.toMatchObject({ state: 'open' })
})

test('an answer lost on its way is asked for again, and nothing is made twice', async () => {
  const emulator = await openEmulator()
  const { gateway, provider } = emulator
  const { paymentIntentId } = await createPaidCheckout(emulator)
  await provider.control.setFaults({ api: 'lost-answer', count: 1, only: 'POST /v1/checkout/sessions' })
  await gateway.createCheckout(createOrder())
  await provider.control.setFaults({ api: 'lost-answer', count: 1, only: 'POST /v1/refunds' })
  await gateway.refund({ refundId: randomUUID(), paymentIntentId, amountCents: 100 })
  const { sessions, refunds } = await provider.control.readLedger()
  expect([sessions.length, refunds.length]).toEqual([2, 1])
})

test('a wrong key, too short a time or too little money are refusals', async () => {
  const { gateway, provider } = await openEmulator()
  const api = { protocol: 'http', host: '127.0.0.1', port: provider.port } as const
  const stranger = createStripeGateway({
    secretKey: 'sk_test_wrong',
    webhookSecret: 'x',
    kind: 'local',
    api,
  })
  await expect(stranger.getCheckout('cs_test_1')).rejects.toThrow(PaymentKeyRefused)
  stranger.close()
  const hasty = createOrder({ expiresAt: new Date(Date.now() + 29 * 60_000) })
  await expect(gateway.createCheckout(hasty)).rejects.toThrow('at least 30 minutes')
  const cheap = createOrder({ lines: [{ label: 'Water', amountCents: 49 }] })
  await expect(gateway.createCheckout(cheap)).rejects.toThrow('amount_too_small')
})

test('a key without a right is refused as one, a request that is wrong is not', async () => {
  const { port } = await serve((request, response) => {
    const isMissing = request.url?.includes('cs_test_missing')
    response.writeHead(isMissing ? 400 : 403, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { type: 'invalid_request_error', message: 'Refused' } }))
  })
  const gateway = createGateway(port)
  const answerOf = (id: string) => gateway.expireCheckout(id).catch((error: unknown) => error)
  expect(await answerOf('cs_test_1')).toBeInstanceOf(PaymentKeyRefused)
  expect(await answerOf('cs_test_missing')).toBeInstanceOf(PaymentRefused)
  expect(await answerOf('cs_test_missing')).not.toBeInstanceOf(PaymentKeyRefused)
})

test('an address that is none is refused without being repeated in the message', async () => {
  const { gateway } = await openEmulator()
  const error: unknown = await gateway
    .createCheckout(createOrder({ guestEmail: 'ada@@example' }))
    .catch((it) => it)
  expect(error).toBeInstanceOf(PaymentRefused)
  expect(String(error)).not.toContain('ada')
})

test('a connection is kept for the next call', async () => {
  const sockets = new Set<unknown>()
  const { port } = await serve((request, response) => {
    sockets.add(request.socket)
    response.writeHead(404).end('{"error":{"code":"resource_missing"}}')
  })
  const gateway = createGateway(port)
  await gateway.getCheckout('cs_test_1')
  await gateway.getCheckout('cs_test_2')
  expect(sockets.size).toBe(1)
})
