import { describe, expect, test } from 'vitest'
import {
  choice,
  count,
  date,
  email,
  type FieldRules,
  line,
  optional,
  pattern,
  phone,
  prose,
} from './fields.ts'
import { parseField } from './parse-field.ts'

const name = line({ what: 'the name', max: 120, missing: 'Please enter your name.' })
const party = count({ missing: 'How many?', min: 1, max: 15, tooFew: 'Too few.', tooMany: 'Too many.' })
const problemOf = (rules: FieldRules, text: string): string | null => {
  const parsed = parseField(rules, text)
  return parsed.ok ? null : parsed.reason
}

describe('a phone number', () => {
  test.each([
    '972 555 0100',
    '(972) 555-0100',
    '972.555.0100',
    '+1 972 555 0100',
    '+44 20 7946 0958',
    '+234 803 123 4567',
    '972/555-0100 x12',
  ])('is taken as %s', (text) => expect(parseField(phone(), text).ok).toBe(true))

  test.each([
    ' 972.555.0199 ext 5 ',
    '972-555-0199x5',
    '972-555-0199 #5',
    '972-555-0199 extension 5',
    '972-555-0199, ext 5',
    '972-555-0199 Ext: 5',
    '972-555-0199;ext=5',
    '972-555-0199;5',
    '972-555-0199,5',
    'Tel: 972-555-0199 ext 5 (work)',
  ])('is stored with its extension as the database knows it: %s', (text) =>
    expect(parseField(phone(), text)).toEqual({ ok: true, value: '(972) 555-0199 x5' }),
  )

  test.each([
    '\u202a(972)\u00a0555\u20110199\u202c',
    '972·555·0199',
    'Tel. 972 555 0199',
    'tel:+19725550199',
    '972 555 0199 (cell)',
  ])('may be pasted from a contact: %j', (text) =>
    expect(parseField(phone(), text)).toEqual({ ok: true, value: '(972) 555-0199' }),
  )

  test('of another country keeps its digits as they were typed', () =>
    expect(parseField(phone(), '+44 20 7946 0958, ext. 5')).toEqual({
      ok: true,
      value: '+44 20 7946 0958 x5',
    }))

  test.each([
    '555-01',
    'call me',
    '----------',
    '972 555 0100\r\nBcc: x',
    '972,555,0199',
    '972 555 0199, 972 555 0100',
    '972555,0199',
    '555 ext 0199',
    'Tel.',
    '972 555 0199 Ama',
    '972 555 0199 (cell) or 972 555 0100',
    '1'.repeat(41),
  ])('is not taken as %j', (text) => expect(parseField(phone(), text).ok).toBe(false))
})

describe('a name', () => {
  test.each(['Ọláyínká Adébáyọ̀', '李小龍', 'محمد بن سلمان', 'Ζωή', "O'Neil-Ní Bhriain", '𝒜da', '👩‍🍳 Ama'])(
    'is taken in any script: %s',
    (text) => expect(parseField(name, text)).toEqual({ ok: true, value: text }),
  )

  test.each(['', '   ', 'Ada\nBcc: x@example.com', 'Ada\u0000', 'Ada\u2028Obi', 'x'.repeat(121)])(
    'is not taken as %j',
    (text) => expect(parseField(name, text).ok).toBe(false),
  )
})

test.each(['ada', 'ada@example.com\nBcc: x@example.com', 'ada@', 'a b@example.com', ''])(
  'an email address is not %j',
  (text) => expect(parseField(email(), text).ok).toBe(false),
)

test('text may have several lines, and no other control characters', () => {
  const text = prose({ what: 'the text', max: 4000 })
  expect(parseField(text, 'one\r\ntwo\nthree').ok).toBe(true)
  expect(parseField(text, 'one\u0007two').ok).toBe(false)
  expect(problemOf(text, 'x'.repeat(10_240))).toBe(
    'Please keep the text under 4,000 characters: it has 10,240.',
  )
})

test('an emoji is one character, as the writer counts', () => {
  const text = prose({ what: 'the name', max: 120 })
  expect(parseField(text, '🎉'.repeat(120)).ok).toBe(true)
  expect(problemOf(text, '🎉'.repeat(300))).toBe('Please keep the name under 120 characters: it has 300.')
})

test.each(['0x2', '2e1', '1.5', '-1', '', ' ', 'two', '99999999999'])('%j is no number of people', (text) =>
  expect(parseField(party, text).ok).toBe(false),
)

test('a number of people has a smallest and a largest', () => {
  expect(parseField(party, '15')).toEqual({ ok: true, value: 15 })
  expect(problemOf(party, '0')).toBe('Too few.')
  expect(problemOf(party, '16')).toBe('Too many.')
  expect(problemOf(party, '')).toBe('How many?')
  // An invalid number is never called missing.
  expect([problemOf(party, '-2'), problemOf(party, '99999999999')]).toEqual(['Too few.', 'Too many.'])
  expect([problemOf(party, '1.5'), problemOf(party, '1e1')]).toEqual(
    Array(2).fill('Please enter a whole number.'),
  )
})

test('what may be left empty is null then, and checked where it is not', () => {
  expect(parseField(optional(party), '  ')).toEqual({ ok: true, value: null })
  expect(parseField(optional(party), '4')).toEqual({ ok: true, value: 4 })
  expect(problemOf(optional(party), '16')).toBe('Too many.')
  expect(problemOf(optional(name), 'a\u0000')).toBe('Please use letters, numbers and punctuation only.')
})

test.each([
  ['ada@example.com', true],
  ["o'neil+tables@mail.example.co.uk", true],
  ['.ada@example.com', false],
  ['a..da@example.com', false],
  ['ada@-example.com', false],
  ['ada@example.c', false],
])('email address %j: %s', (text, isRight) => expect(parseField(email(), text).ok).toBe(isRight))

test('a date is one of the calendar, within its limits', () => {
  const rules = date({
    missing: 'When?',
    wrong: 'No such date.',
    earliest: { date: '2026-11-20', message: 'Too early.' },
    latest: { date: '2027-11-20', message: 'Too late.' },
  })
  const texts = ['', '2026-02-30', '2026-11-19', '2026-11-20', '2027-11-20', '2027-11-21']
  expect(texts.map((text) => problemOf(rules, text))).toEqual([
    'When?',
    'No such date.',
    'Too early.',
    null,
    null,
    'Too late.',
  ])
})

test('a choice and a pattern accept only what they list', () => {
  expect(problemOf(choice(['bar', 'stage'], 'Please choose.'), 'bar')).toBeNull()
  expect(problemOf(choice(['bar', 'stage'], 'Please choose.'), 'roof')).toBe('Please choose.')
  const time = pattern({ missing: 'When?', pattern: /^\d\d:\d\d$/, wrong: 'No such time.' })
  expect(['18:30', '', 'late'].map((text) => problemOf(time, text))).toEqual([null, 'When?', 'No such time.'])
})
