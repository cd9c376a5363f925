import { describe, expect, test } from 'vitest'
import { decimalUsd, formatUsd, formatUsdShort, parseUsd } from './money.ts'

describe('money', () => {
  test('is shown in dollars and cents', () => {
    expect(formatUsd(125_000)).toBe('$1,250.00')
    expect(formatUsd(5)).toBe('$0.05')
  })

  test('is written as it is everywhere in the country', () => {
    const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
    for (const cents of [0, 7, 100, 99_999, 100_000, 1_234_567, 123_456_789, 99_999_999_999, -5, -123_456])
      expect(formatUsd(cents)).toBe(dollars.format(cents / 100))
    expect(formatUsdShort(123_400)).toBe('$1,234')
    expect(formatUsdShort(-100_000_000)).toBe('-$1,000,000')
  })

  test('leaves out cents that say nothing on a menu', () => {
    expect(formatUsdShort(2400)).toBe('$24')
    expect(formatUsdShort(2450)).toBe('$24.50')
  })

  test('has a bare decimal form for machines', () => {
    expect(decimalUsd(1905)).toBe('19.05')
    expect(decimalUsd(7)).toBe('0.07')
  })

  test.each([
    ['24', 2400],
    ['$24', 2400],
    [' $1,250.5 ', 125_050],
    ['1.15', 115],
    ['0', 0],
  ])('reads %j as typed by staff', (text, cents) => expect(parseUsd(text)).toBe(cents))

  test.each(['', 'abc', '1.234', '-5', '1,25', '2e9', 'NaN', '1 000'])('refuses %j', (text) =>
    expect(parseUsd(text)).toBeNull(),
  )
})
