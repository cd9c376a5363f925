import { expect, test } from 'vitest'
import { creditEnd, creditText } from './rules.ts'

test.each([
  { from: '2026-11-24', months: 12, night: '2026-12-05', end: '2027-11-24' },
  { from: '2027-11-30', months: 3, night: '2027-12-05', end: '2028-02-29' },
  { from: '2026-11-24', months: 1, night: '2027-01-16', end: '2027-01-16' },
])('a credit of $from for $months months ends on $end', ({ end, ...term }) => {
  expect(creditEnd(term)).toBe(end)
})

test('a credit says its last day, and what becomes of it', () => {
  const credit = { creditCents: 5000, creditUntil: '2027-11-24' }
  expect(creditText(credit, true)).toContain('$50.00, until Wed, Nov 24, 2027. It pays for later changes')
  expect(creditText(credit, false)).toContain('Call us before then, and we pay it back.')
  expect(creditText({ creditCents: 0, creditUntil: null }, true)).toBeNull()
})
