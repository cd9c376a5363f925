import { expect, test } from 'vitest'
import { yearsBefore } from './rules.ts'

test.each([
  ['2026-11-21', 3, '2023-11-21'],
  ['2028-02-29', 3, '2025-03-01'],
  ['2028-02-29', 4, '2024-02-29'],
] as const)('%s less %i years is %s', (date, years, before) => expect(yearsBefore(date, years)).toBe(before))
