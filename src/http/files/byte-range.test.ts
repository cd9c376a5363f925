import { expect, test } from 'vitest'
import { parseByteRange } from './byte-range.ts'

test.each([
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=20-10', null],
  ['bytes=-', null],
  ['bytes=0-1,5-6', null],
  ['lines=0-1', null],
  ['bytes=a-b', null],
  [`bytes=${'9'.repeat(40)}-`, null],
  ['', null],
  [undefined, null],
] as const)('%j of 100 bytes is %j', (range, expected) =>
  expect(parseByteRange(range, 100)).toEqual(expected),
)
