import { expect, test } from 'vitest'
import { contentSummary } from './rules.ts'

const EMPTY = { need: 'name', name: '', message: '', hasPicture: false } as const

test.each([
  [{ name: 'Ama' }, 'Name: Ama.'],
  [
    { name: 'Ama', message: '30 at last', hasPicture: true },
    'Name: Ama. Message: 30 at last. Picture: see the reservation.',
  ],
  [{ message: '30 at\nlast!', hasPicture: true }, 'Message: 30 at last! Picture: see the reservation.'],
  [{ name: 'Ama B.', message: 'Ready? ' }, 'Name: Ama B. Message: Ready?'],
  [{ message: 'He said “yes!”' }, 'Message: He said “yes!”'],
  [{}, null],
])('package content %j is summarized with one punctuation mark per part', (given, summary) =>
  expect(contentSummary({ ...EMPTY, ...given })).toBe(summary),
)
