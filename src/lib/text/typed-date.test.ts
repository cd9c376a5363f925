import { expect, test } from 'vitest'
import { typedDate } from './typed-date.ts'

// A Monday.
const TODAY = '2026-11-23'

test.each([
  ['11/27', '2026-11-27'],
  ['11/27/2027', '2027-11-27'],
  ['11/27/27', '2027-11-27'],
  ['Nov 27', '2026-11-27'],
  ['27 november', '2026-11-27'],
  ['Fri, Nov 27, 2026', '2026-11-27'],
  [' 2026-12-24 ', '2026-12-24'],
  ['fri', '2026-11-27'],
  ['monday', '2026-11-23'],
  ['Tonight', '2026-11-23'],
  ['tomorrow', '2026-11-24'],
  ['2/29/2028', '2028-02-29'],
  // Without a year the nearest one is meant.
  ['1/2', '2027-01-02'],
  ['Jul 1', '2026-07-01'],
])('“%s” is %s', (text, date) => {
  expect(typedDate(text, TODAY)).toBe(date)
})

test.each([
  '',
  'soon',
  '13/40',
  '2/29/2027',
  '11',
  'Nov',
  'Nov 27 2026 9',
  '11/27/123',
  'constructor',
  'no 3',
  '5 a',
])('“%s” is no date', (text) => {
  expect(typedDate(text, TODAY)).toBeNull()
})
