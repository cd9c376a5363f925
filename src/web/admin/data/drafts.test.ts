import { expect, test } from 'vitest'
import { typedSince } from './drafts.ts'

const blank = { table: '', reason: '' }

test('a form is blank again where it is as it was sent, and keeps what was typed while it was', () => {
  const sent = { table: '4', reason: 'The owner' }
  expect(typedSince(sent, { sent, blank })).toEqual(blank)
  expect(typedSince({ table: '5', reason: 'The owner' }, { sent, blank })).toEqual({ table: '5', reason: '' })
})
