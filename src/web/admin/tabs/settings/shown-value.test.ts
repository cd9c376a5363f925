import { expect, test } from 'vitest'
import { shownValue } from './shown-value.ts'

test('a setting that is left empty says what then holds', () => {
  const emails = { kind: 'area', name: 'emails', label: 'Emails', placeholder: 'All managers' } as const
  expect(shownValue(emails, '')).toBe('All managers')
  expect(shownValue(emails, 'a@venue.example')).toBe('a@venue.example')
  expect(shownValue({ kind: 'text', name: 'city', label: 'City' }, '')).toBe('None')
})
