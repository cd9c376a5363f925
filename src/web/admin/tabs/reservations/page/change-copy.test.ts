import { expect, test } from 'vitest'
import { emailCopy } from './change-copy.ts'

test.each([
  ['Ada Obi', 'Ada Obi is emailed the change in 10 seconds.'],
  ['ליאור כהן', '\u2068ליאור כהן\u2069 is emailed the change in 10 seconds.'],
])('a toast keeps the name %s apart from its other text', (name, text) =>
  expect(emailCopy(name, { actId: '', email: 'reservation_changed' })).toBe(text),
)
