import { expect, test } from 'vitest'
import { momentAt } from '#lib/venue-time.ts'
import { isOfferDeferred, isOfferUrgent, offerUntil } from './rules.ts'

const NIGHT = '2026-12-11'

test.each([
  ['2026-11-20', '20:59', false],
  ['2026-11-20', '21:00', true],
  ['2026-11-21', '02:00', true],
  ['2026-11-21', '08:59', true],
  ['2026-11-21', '09:00', false],
  // The business date changes at 6 AM, while guests of tonight still sleep.
  ['2026-12-11', '05:59', true],
  ['2026-12-11', '06:00', true],
  ['2026-12-11', '08:59', true],
  ['2026-12-11', '09:00', false],
  // Tonight, with the hours after midnight that belong to it.
  ['2026-12-11', '22:00', false],
  ['2026-12-12', '02:00', false],
])('whether offers of a night wait for the morning: %s %s, %s', (date, time, isDeferred) => {
  expect(isOfferDeferred(NIGHT, momentAt(date, time))).toBe(isDeferred)
})

test.each([
  [['2026-11-20', '12:00'], ['2026-11-20', '12:15'], true],
  [['2026-11-20', '20:44'], ['2026-11-20', '20:59'], true],
  // It would end in the quiet hours.
  [['2026-11-20', '20:50'], ['2026-11-21', '09:15'], true],
  // By hand in the quiet hours: its text waits until they are over.
  [['2026-11-20', '23:30'], ['2026-11-21', '09:15'], false],
  [['2026-11-21', '02:00'], ['2026-11-21', '09:15'], false],
  [['2026-12-11', '06:00'], ['2026-12-11', '09:15'], false],
  // Its text leaves at 9 AM, so that its minutes count from then.
  [['2026-12-11', '08:50'], ['2026-12-11', '09:15'], false],
  [['2026-12-10', '08:50'], ['2026-12-10', '09:15'], false],
  [['2026-12-11', '09:00'], ['2026-12-11', '09:15'], true],
  [['2026-12-11', '23:30'], ['2026-12-11', '23:45'], true],
] as const)(
  'an offer made at %s ends at %s; its text is urgent: %s',
  ([date, time], [endDate, endTime], isUrgent) => {
    const now = momentAt(date, time)
    const until = offerUntil(now, { date: NIGHT, offerMinutes: 15 })
    expect(until).toEqual(momentAt(endDate, endTime))
    expect(isOfferUrgent(until, now)).toBe(isUrgent)
  },
)
