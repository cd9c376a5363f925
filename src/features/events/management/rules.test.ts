import { expect, test } from 'vitest'
import { dateNotes } from './rules.ts'

test('a date that is over, closed, or has an event already is pointed out', () => {
  const facts = { date: '2026-12-28', today: '2026-11-27', isOpen: true, others: [] }
  expect(dateNotes(facts)).toEqual([])
  expect(dateNotes({ ...facts, isOpen: false, others: ['Afro Night', 'Jazz'] })).toEqual([
    'The lounge is closed on Mon, Dec 28.',
    'Afro Night and Jazz are on that date, on the same floor.',
  ])
  expect(dateNotes({ ...facts, date: '2026-11-01' })).toEqual([
    'This date is over: the event will stand under Past.',
  ])
})
