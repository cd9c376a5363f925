import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { describe, expect, onTestFinished, test } from 'vitest'
import { LOCAL_SECRET_KEY, type StripeEmulator } from './server.ts'
import {
  createOrder,
  createPaidCheckout,
  ask,
  createGateway,
  type Email,
  openEmulator,
  type Emulator,
} from './test-kit.ts'

const WISH =
  'mode=payment&line_items[0][quantity]=1&line_items[0][price_data][currency]=usd' +
  '&line_items[0][price_data][unit_amount]=5000&line_items[0][price_data][product_data][name]=Table' +
  '&success_url=https://venue.example/ok'

const wish = (provider: StripeEmulator, body: string, key?: string): Promise<Response> =>
  ask(provider, '/v1/checkout/sessions', {
    method: 'POST',
    body,
    headers: key === undefined ? {} : { 'Idempotency-Key': key },
  })

const idOf = ({ body }: Email): unknown => JSON.parse(body).id
const typeOf = ({ body }: Email): unknown => JSON.parse(body).type

describe('the wire', () => {
  test.for([
    ['payment_method_types[0]=card', 'parameter_unknown', 'payment_method_types'],
    ['line_items[0][colour]=red', 'parameter_unknown', 'line_items[0][colour]'],
    ['payment_intent_data[colour]=red', 'parameter_unknown', 'payment_intent_data[colour]'],
    ['ui_mode=hosted', undefined, 'ui_mode'],
    ['line_items[0][price_data][unit_amount]=50.5', undefined, 'line_items[0][price_data][unit_amount]'],
    ['expires_at=soon', undefined, 'expires_at'],
    ['mode=', undefined, 'mode'],
  ])('refuses %s', async ([added, code, param]) => {
    const { provider } = await openEmulator()
    const answer = await wish(provider, `${WISH}&${added}`)
    expect(answer.status).toBe(400)
    const { error } = await answer.json()
    expect(error).toMatchObject({ type: 'invalid_request_error', param })
    expect(error.code).toBe(code)
    expect((await provider.control.readLedger()).sessions).toEqual([])
  })

  test('names what is missing, and the real client understands it', async () => {
    const { provider } = await openEmulator()
    const stripe = new Stripe(LOCAL_SECRET_KEY, {
      apiVersion: '2026-10-28.endive',
      protocol: 'http',
      host: '127.0.0.1',
      port: provider.port,
    })
    const refused: unknown = await stripe.checkout.sessions.create({ mode: 'payment' }).catch((it) => it)
    expect(refused).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    expect(refused).toMatchObject({ code: 'parameter_missing', param: 'line_items' })
  })

  test('replays the response of a key, and refuses it with other parameters', async () => {
    const { provider } = await openEmulator()
    const first = await wish(provider, WISH, 'key-1')
    const text = await first.text()
    expect(first.headers.get('request-id')).toMatch(/^req_/)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    await provider.control.pay({ session: JSON.parse(text).id, outcome: 'approve' })
    const again = await wish(provider, WISH, 'key-1')
    expect(await again.text()).toBe(text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const other = await wish(provider, `${WISH}&client_reference_id=7`, 'key-1')
    expect(other.status).toBe(400)
    expect(await other.json()).toMatchObject({ error: { type: 'idempotency_error' } })
    expect((await provider.control.readLedger()).sessions).toHaveLength(1)
  })

  test('frees the key of a refused request only if its parameters were invalid', async () => {
    const { provider } = await openEmulator()
    expect((await wish(provider, `${WISH}&colour=red`, 'key-1')).status).toBe(400)
    expect((await wish(provider, WISH, 'key-1')).status).toBe(200)
  })

  test('and the control ask for the key, and for an API version that exists', async () => {
    const { provider } = await openEmulator()
    const routes = ['/v1/refunds', '/control/ledger']
    const statuses = routes.map(async (path) => (await ask(provider, path, { key: 'sk_wrong' })).status)
    expect(await Promise.all(statuses)).toEqual([401, 401])
    const old = await ask(provider, '/v1/refunds', { headers: { 'Stripe-Version': '2015-10-16' } })
    expect(old.status).toBe(400)
    expect((await ask(provider, '/v1/nowhere')).status).toBe(404)
  })
})

describe('messages', () => {
  test.for([
    ['once', 1],
    ['twice', 2],
    ['five-times', 5],
  ] as const)('told %s come %i times under one id', async ([deliver, times]) => {
    const emulator = await openEmulator()
    await emulator.provider.control.setFaults({ webhooks: { deliver } })
    await createPaidCheckout(emulator)
    const emails = await emulator.inbox.waitFor(times)
    expect(new Set(emails.map(idOf)).size).toBe(1)
    await expect
      .poll(async () => (await emulator.provider.control.readLedger()).events.map(({ delivery }) => delivery))
      .toEqual(['delivered'])
  })

  const twoEvents = async (emulator: Emulator): Promise<void> => {
    const { paymentIntentId } = await createPaidCheckout(emulator)
    await emulator.provider.control.refund({ paymentIntent: paymentIntentId })
  }

  test('that are lost come when they are asked for, in the order they are asked for', async () => {
    const emulator = await openEmulator()
    await emulator.provider.control.setFaults({ webhooks: { deliver: 'lost' } })
    await twoEvents(emulator)
    expect(emulator.inbox.emails).toEqual([])
    const events = await emulator.provider.control.deliver({ order: 'reversed' })
    expect(events.map(({ delivery }) => delivery)).toEqual(['delivered', 'delivered'])
    expect(emulator.inbox.emails.map(typeOf)).toEqual(['charge.refunded', 'checkout.session.completed'])
  })

  test('tell how things stood when they happened, however late they come', async () => {
    const emulator = await openEmulator()
    await emulator.provider.control.setFaults({ webhooks: { deliver: 'lost' } })
    const { paymentIntentId } = await createPaidCheckout(emulator)
    await emulator.provider.control.refund({ paymentIntent: paymentIntentId, amount: 100 })
    await emulator.provider.control.refund({ paymentIntent: paymentIntentId, amount: 200 })
    await emulator.provider.control.deliver()
    const refunded = emulator.inbox.emails.map(({ body }) => JSON.parse(body).data.object.amount_refunded)
    expect(refunded).toEqual([undefined, 100, 300])
  })

  test('come out of order where they are told to', async () => {
    const emulator = await openEmulator()
    await emulator.provider.control.setFaults({ webhooks: { order: 'reversed', delayMs: 100 } })
    await twoEvents(emulator)
    expect((await emulator.inbox.waitFor(2)).map(typeOf)).toEqual([
      'charge.refunded',
      'checkout.session.completed',
    ])
  })

  test('come late where they are told to, and not twice for being hurried', async () => {
    const emulator = await openEmulator()
    await emulator.provider.control.setFaults({ webhooks: { delayMs: 150 } })
    const begun = performance.now()
    await createPaidCheckout(emulator)
    await emulator.inbox.waitFor(1)
    expect(performance.now() - begun).toBeGreaterThan(140)
    await createPaidCheckout(emulator)
    await emulator.provider.control.deliver()
    await new Promise((resolve) => void setTimeout(resolve, 250))
    expect(emulator.inbox.emails).toHaveLength(2)
  })

  test('are sent again until the venue takes them', async () => {
    const emulator = await openEmulator()
    emulator.inbox.answerWith(500)
    await createPaidCheckout(emulator)
    await emulator.inbox.waitFor(1)
    emulator.inbox.answerWith(200)
    const emails = await emulator.inbox.waitFor(2)
    expect(new Set(emails.map(idOf)).size).toBe(1)
  })
})

describe('the ledger', () => {
  const aFile = async (): Promise<string> => {
    const directory = await mkdtemp(join(tmpdir(), 'till-'))
    onTestFinished(() => rm(directory, { recursive: true, force: true }))
    return join(directory, 'below', 'ledger.json')
  }

  test('outlive the provider: checkouts, keys, refunds, and what was under way', async () => {
    const file = await aFile()
    const before = await openEmulator({ file })
    before.inbox.answerWith(500)
    const order = createOrder()
    const open = await before.gateway.createCheckout(order)
    const late = await before.gateway.createCheckout(createOrder())
    const { sessionId, paymentIntentId } = await createPaidCheckout(before)
    const wanted = { refundId: 'refund-1', paymentIntentId, amountCents: 100 }
    const refund = await before.gateway.refund(wanted)
    await before.provider.control.setFaults({ settleAfterMs: 400 })
    await before.provider.control.pay({ session: late.sessionId, outcome: 'late' })
    await before.provider.close()

    const { gateway, provider, inbox } = await openEmulator({ file })
    expect(await gateway.createCheckout(order)).toEqual(open)
    expect(await gateway.getCheckout(sessionId)).toMatchObject({ state: 'paid' })
    expect(await gateway.refund(wanted)).toEqual(refund)
    expect(await gateway.listRefunds(paymentIntentId)).toHaveLength(1)
    const emails = await inbox.waitFor(4)
    expect(emails.map(typeOf)).toEqual([
      'checkout.session.completed',
      'charge.refunded',
      'checkout.session.completed',
      'checkout.session.async_payment_succeeded',
    ])
    expect(await gateway.getCheckout(late.sessionId)).toMatchObject({ state: 'paid' })
    expect((await provider.control.readLedger()).sessions).toHaveLength(3)
    expect(await readdir(join(file, '..'))).toEqual(['ledger.json'])
  })

  test('hold whatever was answered, even if the power goes the moment after', async () => {
    const file = await aFile()
    const { gateway } = await openEmulator({ file })
    const orders = Array.from({ length: 20 }, () => createOrder())
    const made = await Promise.all(orders.map((order) => gateway.createCheckout(order)))
    // The second emulator reads the file while the first one runs, so nothing can be written on exit.
    const { gateway: after } = await openEmulator({ file })
    const found = await Promise.all(made.map(({ sessionId }) => after.getCheckout(sessionId)))
    expect(found).toEqual(made)
  })

  test('unfinished writes that kills left behind are gone at the next start, and the books stay', async () => {
    const file = await aFile()
    const { gateway } = await openEmulator({ file })
    const { sessionId } = await gateway.createCheckout(createOrder())
    for (let i = 0; i < 20; i += 1) await writeFile(`${file}.${randomUUID()}.part`, 'half')
    await writeFile(join(file, '..', 'of-another-file.part'), 'x')
    const { gateway: after } = await openEmulator({ file })
    expect(await after.getCheckout(sessionId)).toMatchObject({ state: 'open' })
    expect((await readdir(join(file, '..'))).toSorted()).toEqual(['ledger.json', 'of-another-file.part'])
  })

  test('that are none of ours are not written over', async () => {
    const file = await aFile()
    await mkdir(join(file, '..'))
    await writeFile(file, '{"version":2}')
    await expect(openEmulator({ file })).rejects.toThrow('is no ledger of')
  })
})

test('everything is controlled over HTTP as well', async () => {
  const { provider } = await openEmulator()
  const gateway = createGateway(provider.port)
  const say = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await ask(provider, `/control/${path}`, { method: 'POST', body: JSON.stringify(body) })
    return { status: answer.status, ...(await answer.json()) }
  }
  const { sessionId } = await gateway.createCheckout(createOrder())
  await say('faults', { refunds: 'pending', webhooks: { deliver: 'lost' } })
  const { payment_intent: paymentIntent } = await say('pay', { session: sessionId, outcome: 'approve' })
  const refund = await say('refund', { paymentIntent, amount: 500 })
  expect(refund).toMatchObject({ status: 'pending', amount: 500 })
  expect(await say('refund-outcome', { refund: refund['id'], outcome: 'succeeded' })).toMatchObject({
    status: 'succeeded',
  })
  const dispute = await say('dispute', { paymentIntent, reason: 'product_not_received' })
  expect(await say('dispute-outcome', { dispute: dispute['id'], outcome: 'won' })).toMatchObject({
    reason: 'product_not_received',
    status: 'won',
  })
  expect(await say('pay', { session: sessionId, outcome: 'approve' })).toMatchObject({ status: 400 })
  expect(await say('faults', { webhook: 'lost' })).toMatchObject({ status: 400 })
  await say('deliver', {})
  const ledger = await (await ask(provider, '/control/ledger')).json()
  expect(ledger).toMatchObject({
    sessions: [{ id: sessionId }],
    refunds: [{ amount: 500 }],
    disputes: [{ status: 'won' }],
  })
  expect(ledger.events).toHaveLength(5)
  expect(ledger.events.every(({ delivery }: { delivery: string }) => delivery === 'delivered')).toBe(true)
})
