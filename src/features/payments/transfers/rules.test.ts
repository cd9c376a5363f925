import { expect, test } from 'vitest'
import { type HeldMoney, partsOf } from './rules.ts'

const held = (method: HeldMoney['method'], amountCents: number, allowanceCents = 0): HeldMoney => ({
  method,
  checkoutId: method === 'online' ? `checkout of ${amountCents}` : null,
  amountCents,
  allowanceCents,
})

test('an amount is taken from online payments first, the largest first, then from cards and cash', () => {
  const all = [
    held('cash', 4000),
    held('online', 1000),
    held(null, 0, 500),
    held('online', 9000),
    held('card', 2000),
  ]
  expect(partsOf(all, 13_000).map(({ method, amountCents }) => [method, amountCents])).toEqual([
    ['online', 9000],
    ['online', 1000],
    ['card', 2000],
    ['cash', 1000],
  ])
  expect(partsOf(all, 0)).toEqual([])
})

test('money that was given back at the venue is not taken again', () => {
  expect(partsOf([held('online', 9000), held('cash', -4000)], 5000)).toEqual(
    [held('online', 5000)].map((it) => ({
      ...it,
      checkoutId: 'checkout of 9000',
    })),
  )
})
