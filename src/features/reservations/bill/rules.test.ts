import { expect, test } from 'vitest'
import { billOf } from './rules.ts'

const TABLE = { kind: 'table', packageKey: null, label: 'Table 12', amountCents: 50_000 } as const
const paid = {
  status: 'confirmed',
  paymentStatus: 'paid',
  lines: [TABLE],
  totalCents: 50_000,
  allowanceCents: 0,
  paidCents: 50_000,
  dueCents: 0,
} as const
const atDoor = { ...paid, paymentStatus: 'none', paidCents: 0, dueCents: 50_000 } as const

const row = (label: string, amount: string) => ({ label, amount })

test.each([
  ['paid', paid, row('Total Paid', '$500.00')],
  ['to be paid', atDoor, row('Total due at the door', '$500.00')],
  ['that is over', { ...atDoor, isOver: true }, row('Total', '$500.00')],
  [
    'paid in part',
    { ...atDoor, paidCents: 20_000, dueCents: 30_000 },
    row('Total, of which $300.00 is due at the door', '$500.00'),
  ],
  [
    'of which more was paid than it costs',
    { ...paid, paidCents: 60_000 },
    row('Total. You paid $600.00', '$500.00'),
  ],
  ['that costs nothing', { ...atDoor, lines: [], totalCents: 0, dueCents: 0 }, row('Total', '$0.00')],
  ['that was cancelled', { ...paid, status: 'cancelled' } as const, row('Total', '$500.00')],
])('the total of a night %s says so', (_what, it, total) => {
  expect(billOf(it).total).toEqual(total)
})

test('comps and discounts stand on the bill, which adds up', () => {
  const discounted = { ...paid, allowanceCents: 12_000, paidCents: 38_000 }
  expect(billOf(discounted)).toEqual({
    lines: [row('Table 12', '$500.00'), row('Discount', '-$120.00')],
    total: row('Total Paid', '$380.00'),
    refunds: [],
  })
  expect(billOf({ ...atDoor, allowanceCents: 50_000, dueCents: 0 }).total).toEqual(row('Total', '$0.00'))
  // The price fell below the discount afterwards.
  expect(billOf({ ...atDoor, allowanceCents: 60_000, dueCents: 0 }).lines.at(-1)).toEqual(
    row('Discount', '-$500.00'),
  )
})

test('refunds stand on the bill by day, down to what is left of the payment', () => {
  const money = {
    paidCents: 55_000,
    onlineRefunds: [
      { at: new Date('2027-01-15T18:00:00Z'), cents: 3000 },
      { at: new Date('2027-01-15T20:00:00Z'), cents: 2000 },
      { at: new Date('2027-01-17T18:00:00Z'), cents: 40_000 },
    ],
    refundedAtVenueCents: 5000,
  }
  expect(billOf({ ...paid, status: 'cancelled' }, money).refunds).toEqual([
    row('Paid', '$550.00'),
    row('Refunded on Fri, Jan 15', '-$50.00'),
    row('Refunded on Sun, Jan 17', '-$400.00'),
    row('Refunded at the venue', '-$50.00'),
    row('Paid after refunds', '$50.00'),
  ])
  expect(billOf(paid, { ...money, onlineRefunds: [], refundedAtVenueCents: 0 }).refunds).toEqual([])
})
