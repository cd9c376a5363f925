import { expect, test } from 'vitest'
import { checkTyped } from '#lib/forms/check.ts'
import { PERFORM_FORM } from './schema.ts'

const typed = {
  name: 'Ada Obi',
  email: 'ada@example.com',
  phone: '(972) 555-0100',
  performanceType: 'Saxophonists',
  experience: 'Ten years of it.',
  availability: 'Fridays',
  socialMedia: '',
  additionalInfo: '',
}

test.each([
  ['name', 'A', 'Name must be at least 2 characters'],
  // One character of two UTF-16 units. The database counts characters.
  ['name', '𝒜', 'Name must be at least 2 characters'],
  ['email', 'ada', 'Please enter a valid email'],
  ['email', '', 'Please enter a valid email'],
  ['phone', '555-0100', 'Please enter a valid phone number'],
  ['phone', '', 'Please enter a valid phone number'],
  ['performanceType', '', 'Please select a performance type'],
  ['experience', 'Too short', 'Please describe your experience'],
  ['experience', '𝒜'.repeat(9), 'Please describe your experience'],
  ['availability', ' ', 'Please specify your availability'],
] as const)('%s of %j gets the specified message', (field, text, message) => {
  const checked = checkTyped(PERFORM_FORM, { ...typed, [field]: text })
  expect(checked.ok ? {} : checked.reason.problems).toEqual({ [field]: message })
})

test('what is optional is null where it is left empty', () => {
  expect(checkTyped(PERFORM_FORM, typed)).toEqual({
    ok: true,
    value: { ...typed, socialMedia: null, additionalInfo: null },
  })
})

test.each(['@zed', 'instagram.com/ada', 'ask Ada, she knows', 'javascript:alert(1)'])(
  'social media is free text: %j is kept as it was typed',
  (socialMedia) =>
    expect(checkTyped(PERFORM_FORM, { ...typed, socialMedia })).toMatchObject({
      ok: true,
      value: { socialMedia },
    }),
)

test.each(['972 555 0100 x12', '(972) 555-0100 #4'])('a phone may carry an extension: %s', (phone) =>
  expect(checkTyped(PERFORM_FORM, { ...typed, phone }).ok).toBe(true),
)
