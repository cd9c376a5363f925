import { describe, expect, test } from 'vitest'
import { formatPhone, phoneSearches, telHref, toE164 } from './phone.ts'

describe('a phone number of the United States', () => {
  test.each([
    '(972) 555-0177',
    '972-555-0177',
    '972.555.0177',
    '9725550177',
    ' 972 555 0177 ',
    '+1 972 555 0177',
    '+19725550177',
    '1-972-555-0177',
    '1 (972) 555-0177',
  ])('is shown in one way and called in one way: %s', (text) => {
    expect(formatPhone(text)).toBe('(972) 555-0177')
    expect(toE164(text)).toBe('+19725550177')
    expect(telHref(text)).toBe('tel:+19725550177')
  })

  test('may carry an extension', () => {
    expect(formatPhone('972/555-0100 x12')).toBe('(972) 555-0100 x12')
    expect(formatPhone(formatPhone('972 555 0100 ext. 12'))).toBe('(972) 555-0100 x12')
    expect(telHref('972 555 0100 x12')).toBe('tel:+19725550100;ext=12')
    expect(toE164('972 555 0100 x12')).toBeNull()
  })
})

test('a phone number of another country stays as it was typed', () => {
  expect(formatPhone('+44 20  7946 0958')).toBe('+44 20 7946 0958')
  expect(formatPhone('+234 803 123 4567')).toBe('+234 803 123 4567')
  expect(toE164('+44 20 7946 0958')).toBe('+442079460958')
  expect(telHref('+44 20 7946 0958')).toBe('tel:+442079460958')
  for (const text of ['555-0100', '020 7946 0958', '+0 555', 'call me', '', '0725550177'])
    expect(toE164(text), text).toBeNull()
})

test('a search by phone looks for digits, without the 1 of the United States', () => {
  for (const text of [
    '(972) 555-0177',
    '972-555-0177',
    '9725550177',
    '+1 972 555 0177',
    '1 972 555-0177',
    '19725550177',
  ])
    expect(phoneSearches(text), text).toEqual(['9725550177'])
  expect(phoneSearches('(972) 55')).toEqual(['97255'])
  expect(phoneSearches('+1 (97')).toEqual(['197'])
  expect(phoneSearches('+1 (972')).toEqual(['972'])
  expect(phoneSearches('0177')).toEqual(['0177'])
  expect(phoneSearches('1775')).toEqual(['1775', '775'])
  for (const text of ['ada', '7', 'ada 972', 'a1@example.com', ''])
    expect(phoneSearches(text), text).toEqual([])
})
