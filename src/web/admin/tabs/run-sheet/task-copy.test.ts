import { expect, test } from 'vitest'
import type { RunSheetTask } from '#features/reservation-management/floor/run-sheet/schema.ts'
import { absenceText, spokenTask } from './task-copy.ts'

const task: RunSheetTask = {
  id: 'r:birthday_shoutout',
  reservationId: 'r',
  source: 'birthday_shoutout',
  dueAt: '2026-11-28T05:30:00.000Z',
  dueTime: '23:30',
  title: 'Shoutout and sparklers',
  details: '',
  guestName: 'Ada Obi',
  attendance: 'no_show',
  partyEndsAt: '2026-11-28T11:00:00.000Z',
  tableNumbers: [7],
  packageName: '',
  hasPicture: false,
  missing: null,
  assignee: '',
  doneAt: null,
  doneBy: null,
}
const NOW = new Date('2026-11-28T05:00:00.000Z')

test.each([
  ['no_show', 'No-show'],
  ['out', 'Out'],
  ['left', 'Left'],
  ['cancelled', 'Cancelled'],
  ['expected', 'Not here yet'],
  ['part_arrived', ''],
  ['arrived', ''],
  ['seated', ''],
  [null, ''],
] as const)('a task of a party that is %s says: %s', (attendance, text) => {
  expect(absenceText({ ...task, attendance }, NOW)).toBe(text)
  expect(absenceText({ ...task, attendance, doneAt: '2026-11-28T04:00:00.000Z' }, NOW)).toBe('')
})

test('a party whose time is over is not waited for, and a screen reader tells who is absent', () => {
  const late = new Date('2026-11-28T11:00:00.000Z')
  expect(absenceText({ ...task, attendance: 'expected' }, late)).toBe('No check-in')
  expect(spokenTask(task, NOW)).toBe('11:30 PM, Shoutout and sparklers, Ada Obi, Table 7, No-show')
})
