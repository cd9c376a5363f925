import { beforeAll, describe, expect, test } from 'vitest'
import { signPayload } from '#platform/payments-gateways/stripe-emulator/webhooks.ts'
import { type ProbedApp, startProbedApp } from './probed-server.ts'

/* Signed webhooks with unexpected content: each gets a response that fits its meaning. */

const SECRET = 'whsec_lounge_test_payments'

let at: ProbedApp
beforeAll(async () => {
  at = await startProbedApp({ LOG_LEVEL: 'warn' })
})

async function send(body: string): Promise<number> {
  const answered = await at.app.get('/payments/webhook', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signPayload(body, SECRET) },
    body,
  })
  return answered.status
}

let count = 0
const event = (change: Record<string, unknown> = {}): Record<string, unknown> => {
  count += 1
  return {
    id: `evt_odd_${count}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(Date.now() / 1000),
    type: 'checkout.session.completed',
    data: { object: { id: 'cs_test_unknown', object: 'checkout.session' } },
    ...change,
  }
}
const charge = (object: unknown) => event({ type: 'charge.refunded', data: { object } })

const UNDERSTOOD: readonly (readonly [string, () => unknown])[] = [
  ['an unknown session', () => event()],
  ['an older version of the API', () => event({ api_version: '2014-01-31' })],
  ['a version that is still to come', () => event({ api_version: '2031-01-01.zinnia' })],
  ['no version', () => event({ api_version: null })],
  ['an unknown type', () => event({ type: 'customer.created', data: { object: { id: 'cus_1' } } })],
  ['an unknown type without data', () => event({ type: 'v2.core.account.updated', data: undefined })],
  ['an unknown type with null', () => event({ type: 'ping', data: null })],
  ['an unknown type with an array', () => event({ type: 'ping.two', data: [1, 2, { object: [] }] })],
  ['a charge without a payment intent', () => charge({ id: 'ch_1' })],
  ['a charge with a payment intent of null', () => charge({ id: 'ch_1', payment_intent: null })],
  [
    'a charge with its payment intent written out',
    () => charge({ id: 'ch_1', payment_intent: { id: 'pi_unknown' } }),
  ],
  [
    'an unknown dispute',
    () => event({ type: 'charge.dispute.created', data: { object: { id: 'du_unknown' } } }),
  ],
  ['unknown fields', () => event({ account: 'acct_1', context: { deep: [[[]]] }, livemode: 'maybe' })],
  [
    'an object written a second time',
    () => event({ data: { object: { id: 'cs_test_unknown' }, previous_attributes: null } }),
  ],
]

const NO_EVENT: readonly (readonly [string, () => unknown])[] = [
  ['null', () => null],
  ['a number', () => 7],
  ['a text', () => 'evt_1'],
  ['an array', () => [event()]],
  ['an empty object', () => ({})],
  ['no id', () => event({ id: undefined })],
  ['an id of null', () => event({ id: null })],
  ['a number as id', () => event({ id: 12 })],
  ['an id with a NUL', () => event({ id: 'evt_\u0000' })],
  ['an id without end', () => event({ id: 'e'.repeat(100_000) })],
  ['no type', () => event({ type: undefined })],
  ['an array as type', () => event({ type: ['checkout.session.completed'] })],
  ['no moment', () => event({ created: undefined })],
  ['a moment beyond the end of time', () => event({ created: 9e15 })],
  ['a moment that is no number', () => event({ created: 'now' })],
  ['half a moment', () => event({ created: 1.5 })],
  ['a moment before all others', () => event({ created: -1 })],
  ['no data', () => event({ data: undefined })],
  ['data of null', () => event({ data: null })],
  ['no object', () => event({ data: {} })],
  ['an object of null', () => event({ data: { object: null } })],
  ['an array as object', () => event({ data: { object: [] } })],
  ['an object without id', () => event({ data: { object: {} } })],
  ['a number as the id of the object', () => event({ data: { object: { id: 1 } } })],
  ['an id of the object with a NUL', () => event({ data: { object: { id: 'cs_\u0000' } } })],
  ['an object of which the id is an object', () => event({ data: { object: { id: { id: 'cs_1' } } } })],
  ['a charge that is null', () => charge(null)],
  ['a number as payment intent', () => charge({ id: 'ch_1', payment_intent: 5 })],
  ['a payment intent without id', () => charge({ id: 'ch_1', payment_intent: {} })],
  ['a dispute without object', () => event({ type: 'charge.dispute.closed', data: [] })],
]

describe('a signed message', () => {
  test.each(UNDERSTOOD)('with %s is taken', async (_, make) =>
    expect(await send(JSON.stringify(make()))).toBe(200),
  )

  test.each(NO_EVENT)('that is, or has, %s is rejected as malformed', async (_, make) =>
    expect(await send(JSON.stringify(make()))).toBe(400),
  )

  test.each(['', '{', 'undefined', '{"id":', `{"id": ${'9'.repeat(400)}}`, '['.repeat(20_000), '\uFEFF{}'])(
    'of the text %.20j is rejected as malformed',
    async (body) => expect(await send(body)).toBe(400),
  )

  test('may come twice at once', async () => {
    const body = JSON.stringify(event())
    expect(await Promise.all([send(body), send(body), send(body)])).toEqual([200, 200, 200])
  })

  test('leaves no error in the log, and no job that fails', async () => {
    expect(at.app.output()).not.toContain('"level":"error"')
    const { rows } = await at.database.pool.query(`select type from webhook_events where id like 'evt_odd_%'`)
    expect(rows).toHaveLength(UNDERSTOOD.length + 1)
  })
})
