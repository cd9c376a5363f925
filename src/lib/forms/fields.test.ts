import { describe, expect, test } from 'vitest'
import { count, email, line, optional, phone, prose } from './fields.ts'

const name = line({ what: 'the name', max: 120, missing: 'Please enter your name.' })
const party = count({ missing: 'How many?', min: 1, max: 15, tooFew: 'Too few.', tooMany: 'Too many.' })
const told = (parsed: { success: boolean; error?: { issues: readonly { message: string }[] } }) =>
  parsed.error?.issues[0]?.message

describe('a phone number', () => {
  test.each([
    '972 555 0100',
    '(972) 555-0100',
    '972.555.0100',
    '+1 972 555 0100',
    '+44 20 7946 0958',
    '+234 803 123 4567',
    '972/555-0100 x12',
  ])('is taken as %s', (text) => expect(phone().safeParse(text).success).toBe(true))

  test.each(['555-01', 'call me', '----------', '972 555 0100\r\nBcc: x', '1'.repeat(41)])(
    'is not taken as %j',
    (text) => expect(phone().safeParse(text).success).toBe(false),
  )
})

describe('a name', () => {
  test.each(['Ọláyínká Adébáyọ̀', '李小龍', 'محمد بن سلمان', 'Ζωή', "O'Neil-Ní Bhriain", '𝒜da', '👩‍🍳 Ama'])(
    'is taken in any script: %s',
    (text) => expect(name.safeParse(text)).toEqual({ success: true, data: text }),
  )

  test.each(['', '   ', 'Ada\nBcc: x@example.com', 'Ada\u0000', 'Ada\u2028Obi', 'x'.repeat(121)])(
    'is not taken as %j',
    (text) => expect(name.safeParse(text).success).toBe(false),
  )
})

test.each(['ada', 'ada@example.com\nBcc: x@example.com', 'ada@', 'a b@example.com', ''])(
  'an email address is not %j',
  (text) => expect(email().safeParse(text).success).toBe(false),
)

test('text may go over several lines, and may not ring a bell', () => {
  const text = prose({ what: 'the text', max: 4000 })
  expect(text.safeParse('one\r\ntwo\nthree').success).toBe(true)
  expect(text.safeParse('one\u0007two').success).toBe(false)
  expect(told(text.safeParse('x'.repeat(10_240)))).toBe(
    'Please keep the text under 4,000 characters: it has 10,240.',
  )
})

test.each(['0x2', '2e1', '1.5', '-1', '', ' ', 'two', '99999999999'])('%j is no number of people', (text) =>
  expect(party.safeParse(text).success).toBe(false),
)

test('a number of people has a smallest and a largest', () => {
  expect(party.safeParse('15')).toEqual({ success: true, data: 15 })
  expect(told(party.safeParse('0'))).toBe('Too few.')
  expect(told(party.safeParse('16'))).toBe('Too many.')
  expect(told(party.safeParse(''))).toBe('How many?')
})

test('what may be left empty is null then, and checked where it is not', () => {
  expect(optional(party).safeParse('  ')).toEqual({ success: true, data: null })
  expect(optional(party).safeParse('4')).toEqual({ success: true, data: 4 })
  expect(told(optional(party).safeParse('16'))).toBe('Too many.')
  expect(told(optional(name).safeParse('a\u0000'))).toBe('Please use letters, numbers and punctuation only.')
})
