import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createOrder, createPaidCheckout, openEmulator, WEBHOOK_SECRET } from './stripe-emulator/test-kit.ts'
import { signPayload } from './stripe-emulator/webhooks.ts'
import { type PaymentGateway, PaymentRefused, PaymentUnavailable, type Webhook } from './types.ts'

const BAD_SIGNATURE = { ok: false, reason: 'bad_signature' }

function read(
  gateway: Pick<PaymentGateway, 'parseWebhook'>,
  body: string,
  signature: string,
): Webhook | null {
  const message = gateway.parseWebhook(body, signature)
  return message.ok ? message.value : null
}

describe('a checkout', () => {
  test('is opened with one line each, ids only in its metadata, and 35 minutes to pay', async () => {
    const { gateway, provider } = await openEmulator()
    const order = createOrder()
    const checkout = await gateway.createCheckout(order)
    expect(checkout).toEqual({
      sessionId: expect.stringMatching(/^cs_test_/),
      url: `http://127.0.0.1:1/test-payment/${checkout.sessionId}`,
      state: 'open',
      amountCents: 55_000,
      currency: 'usd',
      paymentIntentId: null,
      checkoutId: order.checkoutId,
      reservationId: order.reservationId,
    })
    const { sessions } = await provider.control.readLedger()
    expect(sessions).toHaveLength(1)
    expect(sessions[0]).toMatchObject({
      client_reference_id: order.reservationId,
      metadata: { reservation: order.reservationId, checkout: order.checkoutId },
      customer_email: order.guestEmail,
      expires_at: Math.floor(order.expiresAt.getTime() / 1000),
      success_url: order.successUrl,
      cancel_url: order.cancelUrl,
    })
  })

  test('asked for twice with one id is one checkout, and what it has become is told', async () => {
    const { gateway, provider } = await openEmulator()
    const order = createOrder()
    const first = await gateway.createCheckout(order)
    expect(await gateway.createCheckout(order)).toEqual(first)
    await provider.control.pay({ session: first.sessionId, outcome: 'approve' })
    expect(await gateway.createCheckout(order)).toMatchObject({ sessionId: first.sessionId, state: 'paid' })
    expect((await provider.control.readLedger()).sessions).toHaveLength(1)
  })

  test('asked for again with its id and another price is no refusal: one was made, and we cannot say which', async () => {
    const { gateway } = await openEmulator()
    const order = createOrder()
    await gateway.createCheckout(order)
    const dearer = { ...order, lines: [{ label: 'Table 12', amountCents: 99_000 }] }
    await expect(gateway.createCheckout(dearer)).rejects.toThrow(PaymentUnavailable)
  })

  test('that is unknown is null', async () => {
    const { gateway } = await openEmulator()
    expect(await gateway.getCheckout('cs_test_unheard')).toBeNull()
    expect(await gateway.getDispute('du_unheard')).toBeNull()
  })

  test('stays open when a card is declined, and can still be paid', async () => {
    const { gateway, provider } = await openEmulator()
    const { sessionId } = await gateway.createCheckout(createOrder())
    await provider.control.pay({ session: sessionId, outcome: 'decline' })
    await provider.control.pay({ session: sessionId, outcome: '3ds-fail' })
    expect(await gateway.getCheckout(sessionId)).toMatchObject({ state: 'open' })
    await provider.control.pay({ session: sessionId, outcome: '3ds-pass' })
    expect(await gateway.getCheckout(sessionId)).toMatchObject({
      state: 'paid',
      url: null,
      paymentIntentId: expect.stringMatching(/^pi_/),
    })
  })

  test('that is closed cannot be paid; closed again it is still closed', async () => {
    const { gateway, provider } = await openEmulator()
    const { sessionId } = await gateway.createCheckout(createOrder())
    expect(await gateway.expireCheckout(sessionId)).toMatchObject({ state: 'expired', url: null })
    expect(await gateway.expireCheckout(sessionId)).toMatchObject({ state: 'expired' })
    await expect(provider.control.pay({ session: sessionId, outcome: 'approve' })).rejects.toThrow('expired')
  })

  test('that its guest paid first is not closed but paid', async () => {
    const emulator = await openEmulator()
    const { sessionId } = await createPaidCheckout(emulator)
    expect(await emulator.gateway.expireCheckout(sessionId)).toMatchObject({
      state: 'paid',
      amountCents: 55_000,
    })
  })

  test('that does not exist cannot be closed', async () => {
    const { gateway } = await openEmulator()
    await expect(gateway.expireCheckout('cs_test_unheard')).rejects.toThrow(PaymentRefused)
  })

  test('closes by itself when its time is over, and the venue is told', async () => {
    const { gateway, inbox, wait } = await openEmulator()
    const { sessionId } = await gateway.createCheckout(createOrder())
    wait(36)
    expect(await gateway.getCheckout(sessionId)).toMatchObject({ state: 'expired' })
    const [email] = await inbox.waitFor(1)
    expect(email?.body).toContain('checkout.session.expired')
  })

  test.each([
    ['late', 'paid', 'checkout.session.async_payment_succeeded'],
    ['late-fail', 'failed', 'checkout.session.async_payment_failed'],
  ] as const)('whose money comes %s is under way first, then %s', async (outcome, state, type) => {
    const { gateway, provider, inbox } = await openEmulator()
    const { sessionId } = await gateway.createCheckout(createOrder())
    await provider.control.setFaults({ settleAfterMs: 300 })
    await provider.control.pay({ session: sessionId, outcome })
    expect(await gateway.getCheckout(sessionId)).toMatchObject({ state: 'processing' })
    expect(await gateway.listCompleted(new Date(0))).toMatchObject([{ sessionId, state: 'processing' }])
    const emails = await inbox.waitFor(2)
    const told = emails.map(({ body, signature }) => read(gateway, body, signature))
    expect(told.map((it) => it?.type)).toEqual(['checkout.session.completed', type])
    expect(told[1]?.about).toEqual({ kind: 'checkout', sessionId })
    expect(await gateway.getCheckout(sessionId)).toMatchObject({ state })
    expect(await gateway.listCompleted(new Date(0))).toMatchObject([{ sessionId, state }])
  })

  test('that was completed is found by reconciliation, page after page, oldest last', async () => {
    const { gateway, provider, wait } = await openEmulator()
    const made = await Promise.all(Array.from({ length: 104 }, () => gateway.createCheckout(createOrder())))
    const [old, open, ...paid] = made.map(({ sessionId }) => sessionId)
    await Promise.all(
      [...paid, old ?? ''].map((session) => provider.control.pay({ session, outcome: 'approve' })),
    )
    const found = await gateway.listCompleted(new Date(Date.now() - 60_000))
    expect(new Set(found.map(({ sessionId }) => sessionId))).toEqual(new Set([...paid, old]))
    expect(found.map(({ sessionId }) => sessionId)).not.toContain(open)
    expect(found.at(-1)?.sessionId).toBe(old)
    wait(5)
    const { sessionId } = await gateway.createCheckout(
      createOrder({ expiresAt: new Date(Date.now() + 40 * 60_000) }),
    )
    await provider.control.pay({ session: sessionId, outcome: 'approve' })
    expect(await gateway.listCompleted(new Date(Date.now() + 60_000))).toMatchObject([{ sessionId }])
  })
})

describe('money given back', () => {
  test('is given back once for one id, and never more than was paid', async () => {
    const emulator = await openEmulator()
    const { paymentIntentId } = await createPaidCheckout(emulator)
    const wish = { refundId: randomUUID(), paymentIntentId, amountCents: 20_000 }
    const first = await emulator.gateway.refund(wish)
    expect(first).toMatchObject({
      refundId: wish.refundId,
      amountCents: 20_000,
      state: 'succeeded',
      failure: null,
    })
    expect(await emulator.gateway.refund(wish)).toEqual(first)
    const more = { ...wish, refundId: randomUUID(), amountCents: 35_001 }
    await expect(emulator.gateway.refund(more)).rejects.toThrow(PaymentRefused)
    expect(await emulator.gateway.listRefunds(paymentIntentId)).toEqual([first])
  })

  test('in the dashboard, or bounced later, is seen and told', async () => {
    const emulator = await openEmulator()
    const { gateway, provider, inbox } = emulator
    const { paymentIntentId } = await createPaidCheckout(emulator)
    await provider.control.refund({ paymentIntent: paymentIntentId, amount: 1000 })
    const wish = { refundId: randomUUID(), paymentIntentId, amountCents: 5000 }
    const { providerRefundId } = await gateway.refund(wish)
    await provider.control.settleRefund({ refund: providerRefundId, outcome: 'failed' })
    expect(await gateway.listRefunds(paymentIntentId)).toMatchObject([
      { refundId: wish.refundId, state: 'failed', failure: 'lost_or_stolen_card' },
      { refundId: null, amountCents: 1000, state: 'succeeded', failure: null },
    ])
    expect(await gateway.refund(wish)).toMatchObject({ state: 'failed' })
    const told = (await inbox.waitFor(5)).map((it) => read(gateway, it.body, it.signature))
    expect(told.slice(1).map((it) => [it?.type, it?.about])).toEqual(
      ['charge.refunded', 'charge.refunded', 'refund.updated', 'refund.failed'].map((type) => [
        type,
        { kind: 'refunds', paymentIntentId },
      ]),
    )
  })

  test('by a bank is a dispute, told when it opens and when it closes', async () => {
    const emulator = await openEmulator()
    const { gateway, provider, inbox } = emulator
    const { paymentIntentId } = await createPaidCheckout(emulator)
    const { id } = await provider.control.dispute({ paymentIntent: paymentIntentId })
    expect(await gateway.getDispute(id)).toEqual({
      disputeId: id,
      paymentIntentId,
      amountCents: 55_000,
      reason: 'fraudulent',
      status: 'needs_response',
    })
    const wish = { refundId: randomUUID(), paymentIntentId, amountCents: 100 }
    await expect(gateway.refund(wish)).rejects.toThrow('charge_disputed')
    await provider.control.closeDispute({ dispute: id, outcome: 'lost' })
    expect(await gateway.getDispute(id)).toMatchObject({ status: 'lost' })
    const told = (await inbox.waitFor(3)).map((it) => read(gateway, it.body, it.signature))
    expect(told.slice(1).map((it) => it?.about)).toEqual([
      { kind: 'dispute', disputeId: id },
      { kind: 'dispute', disputeId: id },
    ])
  })
})

describe('a message', () => {
  test('of the provider is read; forged, altered, unsigned or stale it is nothing', async () => {
    const emulator = await openEmulator()
    const { gateway, inbox } = emulator
    const { sessionId } = await createPaidCheckout(emulator)
    const [{ body, signature } = { body: '', signature: '' }] = await inbox.waitFor(1)
    const event = read(gateway, body, signature)
    expect(event).toMatchObject({
      type: 'checkout.session.completed',
      about: { kind: 'checkout', sessionId },
    })
    expect(Math.abs(Date.now() - (event?.createdAt.getTime() ?? 0))).toBeLessThan(5000)
    expect(gateway.parseWebhook(`${body} `, signature)).toEqual(BAD_SIGNATURE)
    expect(gateway.parseWebhook(body, signPayload(body, 'whsec_of_somebody_else'))).toEqual(BAD_SIGNATURE)
    expect(gateway.parseWebhook(body, '')).toEqual(BAD_SIGNATURE)
    expect(read(gateway, body, signPayload(body, WEBHOOK_SECRET, Date.now() - 290_000))).not.toBeNull()
    expect(gateway.parseWebhook(body, signPayload(body, WEBHOOK_SECRET, Date.now() - 302_000))).toEqual(
      BAD_SIGNATURE,
    )
    const unasked = body.replace('checkout.session.completed', 'customer.created')
    expect(read(gateway, unasked, signPayload(unasked, WEBHOOK_SECRET))?.about).toEqual({
      kind: 'other',
    })
  })
})
