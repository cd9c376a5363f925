import { describe, expect, test } from 'vitest'
import type { Hours } from '#features/venue/schema.ts'
import { momentOf } from '#lib/venue-time.ts'
import type { ServiceDayFacts } from '../rules.ts'
import { datesOf, firstTimeWithin, markMonth, readMonth } from './rules.ts'

const hours: Hours[] = ([3, 4, 5, 6, 0] as const).map((weekday) => ({
  service: 'restaurant',
  weekday,
  opens: '15:00',
  closes: '16:00',
}))
const venue = {
  hours,
  specialDays: [{ date: '2026-11-26', service: 'restaurant' as const, hours: null, reason: 'Thanksgiving' }],
  dining: {
    turnTimes: [{ fromGuests: 1, minutes: 90 }],
    coversPerSlot: 12,
    noticeMinutes: 30,
    daysAhead: 40,
    largePartyNoticeHours: 24,
    withoutTable: false,
  },
  largePartySize: 8,
}
/** Friday, 3 PM in the venue's time zone: 3:00 PM is too late, 3:30 PM is not. */
const NOW = new Date('2026-11-20T21:00:00Z')
const at = (date: string, time: string): number => momentOf(date, time).getTime()
const facts: ServiceDayFacts = {
  tables: [{ id: 'two', seats: 2 }],
  pairs: [],
  occupancies: [
    { tableId: 'two', from: at('2026-11-27', '15:00'), until: at('2026-11-27', '18:00') },
    { tableId: 'two', from: at('2026-11-29', '13:30'), until: at('2026-11-29', '15:00') },
  ],
  events: [],
  covers: new Map([
    [at('2026-11-28', '15:00'), 12],
    [at('2026-11-28', '15:30'), 11],
  ]),
}
const marksOf = (guests: number, now = NOW, of = facts) =>
  Object.fromEntries(
    markMonth(venue, of, { month: '2026-11', guests, now })
      .weeks.flat()
      .filter((day) => day !== null)
      .map((day) => [Number(day.date.slice(-2)), day.mark]),
  )

describe('a month of dates', () => {
  test('marks those that are over, closed, taken at every time, and full by pacing', () => {
    const marks = marksOf(2)
    expect([marks[19], marks[20], marks[23], marks[26]]).toEqual(['past', 'open', 'closed', 'closed'])
    expect([marks[27], marks[28], marks[29]]).toEqual(['full', 'full', 'open'])
    expect(marksOf(1)[28]).toBe('open')
    expect(marksOf(3)[25]).toBe('full')
  })

  test('tells a day whose times are too soon from a full one', () =>
    expect(marksOf(2, new Date('2026-11-20T22:00:00Z'))[20]).toBe('late'))

  test('counts no time that an event cuts short: neither as too soon nor as one that may become free', () => {
    const from = at('2026-11-20', '16:00')
    const events = [
      { id: 'e', title: 'Lantern Night', from, until: from + 3_600_000 },
      { id: 'f', title: 'Supper', from: at('2026-11-25', '15:00'), until: at('2026-11-25', '18:00') },
    ]
    const marks = marksOf(2, NOW, { ...facts, events })
    expect([marks[20], marks[25]]).toEqual(['late', 'full'])
  })

  test('gives the reason of a special day, and says where the calendar ends', () => {
    const november = markMonth(venue, facts, { month: '2026-11', guests: 2, now: NOW })
    expect(november.weeks.flat().find((day) => day?.date === '2026-11-26')?.reason).toBe('Thanksgiving')
    expect([november.hasBefore, november.hasAfter]).toEqual([false, true])
    const december = markMonth(venue, facts, { month: '2026-12', guests: 2, now: NOW })
    expect([december.hasBefore, december.hasAfter]).toEqual([true, false])
    expect(december.weeks.flat().find((day) => day?.date === '2026-12-31')?.mark).toBe('too_far')
  })

  test('stays within the booking window', () => {
    expect(datesOf(venue, '2026-11', NOW)).toEqual(['2026-11-20', '2026-11-30'])
    expect(datesOf(venue, '2026-12', NOW)).toEqual(['2026-12-01', '2026-12-30'])
    expect([datesOf(venue, '2026-10', NOW), datesOf(venue, '2027-01', NOW)]).toEqual([null, null])
    const read = (month: string | null) => readMonth(venue, { month, date: '2026-11-27' }, NOW)
    expect([read(null), read('2026-12'), read('1999-01'), read('9999-12'), read('2026-99')]).toEqual([
      '2026-11',
      '2026-12',
      '2026-11',
      '2026-12',
      '2026-11',
    ])
  })
})

test('the next free time is the first on the first date that has one', () => {
  const next = (first: string, last: string) =>
    firstTimeWithin(venue, facts, { first, last, guests: 2, now: NOW })
  expect(next('2026-11-26', '2026-11-30')).toEqual({ date: '2026-11-29', time: '15:00' })
  expect(next('2026-11-26', '2026-11-28')).toBeNull()
})
