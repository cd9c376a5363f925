import { expect, test } from 'vitest'
import { linesWithout } from './rules.ts'

test('a line is left where no entry came from it', () => {
  const added = [
    { guestName: 'Ama', guestCount: 2 },
    { guestName: 'Kofi', guestCount: 1 },
  ]
  expect(linesWithout('Ama, +1\n- Kofi\nKofi\nKofi +1\nEsi', added)).toEqual(['Kofi', 'Kofi +1', 'Esi'])
  expect(linesWithout('Ama +1\nKofi', added)).toEqual([])
})
