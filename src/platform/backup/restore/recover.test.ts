import { expect, test } from 'vitest'
import { segmentsFor } from './recover.ts'

const segment = (name: string, completeAt: string) => ({
  segment: name,
  completeAt: new Date(`2026-11-22T${completeAt}Z`),
  stored: name,
})
// B and C were completed while the place was unreachable and were stored together.
const archived = [segment('A', '10:00'), segment('B', '10:10'), segment('C', '10:10'), segment('D', '10:15')]
const namesFor = (at: string): string =>
  segmentsFor(archived, new Date(`2026-11-22T${at}Z`))
    .map((it) => it.segment)
    .join('')

test.each([
  ['before the first was complete', '09:55', 'A'],
  ['in the moment the first was complete', '10:00', 'A'],
  ['between two', '10:05', 'ABC'],
  ['in the moment two were stored', '10:10', 'ABC'],
  ['before the last', '10:12', 'ABCD'],
])('of the log, %s, what reaches beyond the moment is needed', (_, at, names) => {
  expect(namesFor(at)).toBe(names)
})

test('a moment later than the archive is refused, and the latest one is named', () => {
  expect(() => namesFor('10:16')).toThrow('The archived log reaches to 2026-11-22T10:15:00.000Z')
  expect(() => segmentsFor([], new Date())).toThrow('is not in the archive any more')
})
