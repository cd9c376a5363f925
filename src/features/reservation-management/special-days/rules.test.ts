import { describe, expect, test } from 'vitest'
import { daySetText } from './rules.ts'
import type { DaySet } from './schema.ts'

const nothing: DaySet = {
  standing: 0,
  cancelled: 0,
  emailed: 0,
  waiting: 0,
  listed: { names: 0, reachable: 0 },
  refundCents: 0,
  venueRefundCents: 0,
}

describe('the result text of a special day', () => {
  const day = { date: '2026-12-25', service: 'restaurant' } as const
  const NAME = 'Restaurant, Friday, December 25, 2026.'
  test.each<[string, Partial<DaySet>, string]>([
    ['nothing was paid', { cancelled: 2, emailed: 2 }, 'Reservations cancelled: 2. Guests emailed: 2.'],
    ['no guest left an email', { cancelled: 1 }, 'Reservations cancelled: 1.'],
    [
      'refunds are online and at the venue',
      { cancelled: 3, emailed: 1, refundCents: 30_000, venueRefundCents: 5050 },
      'Reservations cancelled: 3. Refunded online: $300.00. To be refunded at the venue: $50.50. Guests emailed: 1.',
    ],
    ['parties wait for a table', { waiting: 3 }, 'Waiting parties told: 3.'],
    [
      'names are on guest lists',
      { listed: { names: 15, reachable: 12 } },
      'Names on guest lists told: 12 of 15.',
    ],
    [
      'the reservations stand',
      { standing: 4 },
      'Reservations that stand on it: 4. Their guests are not emailed.',
    ],
  ])('where %s', (_name, change, text) => {
    expect(daySetText(day, { ...nothing, ...change })).toBe(`${NAME} ${text}`)
  })
})
