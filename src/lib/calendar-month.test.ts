import { expect, test } from 'vitest'
import { addMonths, formatMonth, isMonth, weeksOf } from './calendar-month.ts'

test('a month has a name, and one before and after it', () => {
  expect([addMonths('2026-12', 1), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
  expect(formatMonth('2026-11')).toBe('November 2026')
  expect(['2026-11', '2026-13', '2026-1', 'x'].filter(isMonth)).toEqual(['2026-11'])
})

test('a month has whole weeks with each of its days once', () => {
  const weeks = weeksOf('2026-02')
  expect(weeks).toHaveLength(4)
  expect(weeksOf('2026-08')).toHaveLength(6)
  const november = weeksOf('2026-11').flat()
  expect(november.length % 7).toBe(0)
  expect(november.filter(Boolean)).toHaveLength(30)
  expect(november[27]).toBe('2026-11-28')
})
