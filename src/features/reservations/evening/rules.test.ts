import { expect, test } from 'vitest'
import { momentOf } from '#lib/venue-time.ts'
import { eveningText } from './rules.ts'

const dinner = {
  type: 'dining',
  status: 'confirmed',
  startsAt: momentOf('2027-01-15', '19:00'),
  eventTitle: null,
  tableNumbers: [],
  isRequest: false,
} as const
const night = {
  type: 'nightlife',
  status: 'confirmed',
  startsAt: momentOf('2027-01-15', '21:00'),
  eventTitle: 'Afro Night',
  tableNumbers: [4],
  isRequest: false,
} as const

test('an evening names the table of the night, and that of the dinner where it is kept', () => {
  expect(eveningText([dinner, night])).toBe(
    'Your evening: dinner at 7:00 PM, then Afro Night from 9:00 PM at table 4.',
  )
  expect(
    eveningText([
      { ...dinner, tableNumbers: [4] },
      { ...night, tableNumbers: [4, 5] },
    ]),
  ).toBe('Your evening: dinner at 7:00 PM at table 4, then Afro Night from 9:00 PM at tables 4 and 5.')
})

test('a dinner that staff have to answer first is not stated as a fact', () => {
  expect(eveningText([{ ...dinner, isRequest: true }, night])).toBe(
    'Your evening: dinner requested for 7:00 PM, then Afro Night from 9:00 PM at table 4.',
  )
})

test('a part of an evening that was cancelled is not announced', () => {
  expect(eveningText([dinner, { ...night, status: 'cancelled' }])).toBe('Your evening: dinner at 7:00 PM.')
})
