import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { addDays } from '#lib/venue-time.ts'
import { ask, createPaidCheckout, openEmulator } from '../test-kit.ts'

const page = z.object({
  has_more: z.boolean(),
  data: z.array(z.object({ id: z.string(), source: z.unknown(), status: z.string() })),
})

const NOON = new Date('2026-11-28T12:00:00Z')
const DAY = 24 * 60
const BEGIN = new Date(NOON.getTime() - 1000)

/** An emulator at noon of a day, with a clock of its own. */
async function openAtNoon(file?: string) {
  let ahead = 0
  const clock = () => new Date(NOON.getTime() + ahead)
  const emulator = await openEmulator({ clock, ...(file ? { file } : {}) })
  return {
    ...emulator,
    pass: (minutes: number): void => {
      ahead += minutes * 60_000
    },
    paid: () => createPaidCheckout(emulator, new Date(clock().getTime() + 35 * 60_000)),
  }
}

test('a charge has its fee, is available after two days, is paid out that day, and arrives two days later', async () => {
  const { gateway, pass, paid } = await openAtNoon()
  const { paymentIntentId } = await paid()
  const [charge] = await gateway.listTransactions(BEGIN, null)
  expect(charge).toMatchObject({
    kind: 'charge',
    amountCents: 55_000,
    // 2.9 % and 30 cents.
    feeCents: 1625,
    paymentIntentId,
    checkoutId: expect.any(String),
    createdAt: NOON,
    availableOn: '2026-11-30',
  })
  pass(DAY)
  expect(await gateway.listPayouts(BEGIN)).toEqual([])
  pass(DAY)
  const [payout] = await gateway.listPayouts(BEGIN)
  const amountCents = 55_000 - 1625
  expect(payout).toMatchObject({
    amountCents,
    state: 'on_its_way',
    isItemized: true,
    arrivesOn: '2026-12-02',
  })
  const items = await gateway.listPayoutTransactions(payout?.payoutId ?? '')
  expect(items.map(({ kind, amountCents: cents }) => [kind, cents])).toEqual([
    ['payout', -amountCents],
    ['charge', 55_000],
  ])
  pass(2 * DAY)
  expect(await gateway.listPayouts(BEGIN)).toMatchObject([{ state: 'paid' }])
})

test('refunds, failed ones, disputes and their reversal move the balance, and go out with one payout', async () => {
  const { gateway, provider, pass, paid } = await openAtNoon()
  const first = await paid()
  const second = await paid()
  const refund = await provider.control.refund({ paymentIntent: first.paymentIntentId, amount: 5000 })
  await provider.control.settleRefund({ refund: refund.id, outcome: 'failed' })
  const dispute = await provider.control.dispute({ paymentIntent: second.paymentIntentId })
  await provider.control.closeDispute({ dispute: dispute.id, outcome: 'won' })
  const moved = await gateway.listTransactions(BEGIN, null)
  expect(moved.toReversed().map(({ kind, amountCents, feeCents }) => [kind, amountCents, feeCents])).toEqual([
    ['charge', 55_000, 1625],
    ['charge', 55_000, 1625],
    ['refund', -5000, 0],
    ['refund_failed', 5000, 0],
    ['dispute', -55_000, 1500],
    ['dispute_reversed', 55_000, 0],
  ])
  expect(moved.filter(({ paymentIntentId }) => paymentIntentId === second.paymentIntentId)).toHaveLength(3)
  expect(new Set(moved.map(({ sourceId }) => sourceId)).size).toBe(4)
  pass(2 * DAY)
  expect(await gateway.listPayouts(BEGIN)).toMatchObject([
    { amountCents: 110_000 - 2 * 1625 - 1500, arrivesOn: addDays('2026-11-30', 2) },
  ])
})

test('a payout that the bank returns is paid out again the day after', async () => {
  const { gateway, provider, pass, paid } = await openAtNoon()
  await paid()
  pass(4 * DAY)
  const [payout] = await gateway.listPayouts(BEGIN)
  expect(payout?.state).toBe('paid')
  await provider.control.failPayout({ payout: payout?.payoutId ?? '' })
  pass(DAY)
  const [again, failed] = await gateway.listPayouts(BEGIN)
  expect(failed).toMatchObject({ state: 'failed', failure: 'The bank account has been closed.' })
  expect(again).toMatchObject({ state: 'on_its_way', amountCents: payout?.amountCents })
  const items = await gateway.listPayoutTransactions(again?.payoutId ?? '')
  expect(items.map(({ kind, sourceId }) => [kind, sourceId])).toEqual([
    ['payout', again?.payoutId],
    ['payout_failed', payout?.payoutId],
  ])
})

test('lists are in pages, latest first, and say what is still pending', async () => {
  const emulator = await openAtNoon()
  const { provider, gateway, pass, paid } = emulator
  for (let i = 0; i < 3; i += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, a minute apart
    await paid()
    pass(1)
  }
  const list = async (query: string) => {
    const response = await ask(provider, `/v1/balance_transactions?${query}`)
    return page.parse(await response.json())
  }
  const first = await list('limit=2')
  expect([first.has_more, first.data.length, first.data[0]?.status]).toEqual([true, 2, 'pending'])
  expect(typeof first.data[0]?.source).toBe('string')
  const second = await list(`limit=2&starting_after=${first.data[1]?.id}&expand[]=data.source`)
  expect([second.has_more, second.data.length]).toEqual([false, 1])
  expect(second.data[0]?.source).toMatchObject({ object: 'charge' })
  const all = await gateway.listTransactions(BEGIN, null)
  expect(all.map(({ transactionId }) => transactionId)).toEqual(
    [...first.data, ...second.data].map(({ id }) => id),
  )
  expect(await gateway.listTransactions(BEGIN, new Date(NOON.getTime() + 60_000))).toHaveLength(1)
  pass(2 * DAY)
  expect((await list('limit=3')).data.at(-1)?.status).toBe('available')
})

test('a ledger file without movements, of an earlier version, gets them from its payments', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'emulator-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const file = join(directory, 'payments.json')
  const before = await openAtNoon(file)
  await before.paid()
  await before.provider.close()
  const { transactions, payouts, ...old } = JSON.parse(await readFile(file, 'utf8'))
  expect([transactions.length, payouts.length]).toEqual([1, 0])
  await writeFile(file, JSON.stringify(old))
  const { gateway } = await openAtNoon(file)
  expect(await gateway.listTransactions(BEGIN, null)).toMatchObject([
    { transactionId: transactions[0].id, amountCents: 55_000, feeCents: 1625 },
  ])
})
