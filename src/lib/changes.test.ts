import { expect, test } from 'vitest'
import { changesBetween, showField, showValue } from './changes.ts'

const now = new Date('2026-11-27T18:00:00Z')

test('a value of a change reads as screens write it', () => {
  expect(showValue('2026-12-02', { field: 'date', now })).toBe('Wed, Dec 2')
  expect(showValue('2027-01-01', { field: 'date', now })).toBe('Fri, Jan 1, 2027')
  expect(showValue('2026-12-03T03:30:00.000Z', { field: 'startsAt', now })).toBe('Wed, Dec 2, 9:30 PM')
  expect(showValue('21:30', { field: 'time', now })).toBe('9:30 PM')
  expect(showValue(4000, { field: 'totalPriceCents', now })).toBe('$40.00')
  expect(showValue(['2026-12-02', 'Ada'], { now })).toBe('Wed, Dec 2, Ada')
  expect(showField('totalPriceCents')).toBe('Total price')
})

test('a value that is no date, time or amount stays as it is', () => {
  for (const text of ['3 + 4', '2026-13-45', '25:99', 'Table 7', '972 555 0142'])
    expect(showValue(text, { field: 'staffNote', now })).toBe(text)
  expect(showValue(null, { now })).toBe('none')
  expect(showValue(false, { now })).toBe('no')
})

test('no value and an empty text are no change', () => {
  expect(changesBetween({ reason: null, name: 'Ada' }, { reason: '', name: '' })).toEqual([
    { field: 'name', before: 'Ada', after: '' },
  ])
})
