import { expect, test } from 'vitest'
import { areYours } from './rules.ts'

test.each([
  [[12], 'table 12 is yours'],
  [[12, 13], 'tables 12 and 13 are yours'],
  [[12, 13, 14], 'tables 12, 13, and 14 are yours'],
])('a party at tables %j reads of all of them', (numbers, text) =>
  expect(areYours({ tables: { numbers, zone: 'Floor Seating' } })).toBe(text),
)
