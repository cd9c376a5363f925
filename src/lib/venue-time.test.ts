import { describe, expect, test } from 'vitest'
import {
  addDays,
  businessDate,
  formatClock,
  formatDate,
  formatDay,
  formatMoment,
  formatNight,
  formatTimes,
  isCalendarDate,
  isoWithOffset,
  momentOf,
  wallClock,
  weekdayOf,
} from './venue-time.ts'

describe('the business date', () => {
  test('of 2 AM on Sunday is Saturday', () =>
    expect(businessDate(new Date('2026-11-22T08:00:00Z'))).toBe('2026-11-21'))

  test('rolls over at 6 AM', () => {
    expect(businessDate(new Date('2026-11-22T11:59:59Z'))).toBe('2026-11-21')
    expect(businessDate(new Date('2026-11-22T12:00:00Z'))).toBe('2026-11-22')
  })

  test('is the venue’s, whatever zone the moment was written in', () =>
    expect(businessDate(new Date('2026-07-04T23:30:00+09:00'))).toBe('2026-07-04'))

  test('holds on both nights that change the clocks', () => {
    expect(businessDate(new Date('2027-03-14T08:30:00Z'))).toBe('2027-03-13')
    expect(businessDate(new Date('2027-03-14T11:00:00Z'))).toBe('2027-03-14')
    expect(businessDate(new Date('2027-11-07T07:30:00Z'))).toBe('2027-11-06')
    expect(businessDate(new Date('2027-11-07T11:59:00Z'))).toBe('2027-11-06')
  })
})

describe('calendar dates', () => {
  test('move by days across years and clock changes', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2027-03-14', -1)).toBe('2027-03-13')
  })

  test('know their weekday', () => expect(weekdayOf('2026-11-20')).toBe(5))

  test.each([
    '2027-02-29',
    '2026-13-01',
    '2026-00-10',
    '26-01-01',
    'today',
    '2026-1-1',
    '2026-11-31',
    '0000-01-01',
  ])('%j is no date', (text) => expect(isCalendarDate(text)).toBe(false))

  test('2028-02-29 is one', () => expect(isCalendarDate('2028-02-29')).toBe(true))

  test('are written out', () => {
    expect(formatDate('2026-11-27')).toBe('Friday, November 27, 2026')
    expect(formatDate('2026-11-27', 'medium')).toBe('Fri, Nov 27')
  })

  test.each([
    ['long', { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' }],
    ['dated', { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' }],
    ['medium', { weekday: 'short', month: 'short', day: 'numeric' }],
    ['short', { month: 'short', day: 'numeric' }],
    ['day', { weekday: 'short' }],
  ] as const)('are written as they are everywhere in the country: %s', (style, parts) => {
    const usual = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...parts })
    for (let date = '2027-11-01'; date < '2029-04-01'; date = addDays(date, 1))
      expect(formatDate(date, style)).toBe(usual.format(new Date(`${date}T00:00:00Z`)))
  })

  test('are no words where they are no dates', () =>
    expect(() => formatDate('2026-13-45')).toThrow(RangeError))

  test('have their year where it is not this one, by the clock of the venue', () => {
    const newYearsEve = new Date('2027-01-01T05:00:00Z')
    expect(formatDay('2026-11-27', newYearsEve)).toBe('Fri, Nov 27')
    expect(formatDay('2027-01-01', newYearsEve)).toBe('Fri, Jan 1, 2027')
    expect(formatMoment(new Date('2025-12-01T03:30:00Z'), newYearsEve)).toBe('Sun, Nov 30, 2025, 9:30 PM')
  })
})

describe('clock times', () => {
  test('are read as people say them', () => {
    expect(formatClock('21:00')).toBe('9:00 PM')
    expect(formatClock('00:30')).toBe('12:30 AM')
    expect(formatClock('12:00:00')).toBe('12:00 PM')
  })

  test('make the text of an event', () => {
    expect(formatTimes('21:00', '02:00')).toBe('9:00 PM – 2:00 AM')
    expect(formatTimes('21:00', null)).toBe('9:00 PM')
  })

  test('of a night name both days', () => {
    expect(formatNight('2026-11-27', '21:00', '05:00')).toBe('Fri Nov 27, 9 PM – Sat 5 AM')
    expect(formatNight('2026-11-27', '18:00', '21:30')).toBe('Fri Nov 27, 6 PM – 9:30 PM')
    expect(formatNight('2026-11-27', '00:30', '04:00')).toBe('Sat Nov 28, 12:30 AM – 4 AM')
  })

  test('carry the offset of their season', () => {
    expect(isoWithOffset(new Date('2026-11-28T03:00:00Z'))).toBe('2026-11-27T21:00:00-06:00')
    expect(isoWithOffset(new Date('2026-07-04T02:00:00Z'))).toBe('2026-07-03T21:00:00-05:00')
  })

  test('know midnight', () => expect(wallClock(new Date('2026-11-20T06:00:00Z')).time).toBe('00:00'))
})

describe('the moment of a time on a business date', () => {
  test('goes by the season', () => {
    expect(momentOf('2026-11-27', '18:30').toISOString()).toBe('2026-11-28T00:30:00.000Z')
    expect(momentOf('2027-07-02', '18:30').toISOString()).toBe('2027-07-02T23:30:00.000Z')
  })

  test('of the afternoon after a change of clocks is in the new season', () => {
    expect(momentOf('2027-03-14', '15:00').toISOString()).toBe('2027-03-14T20:00:00.000Z')
    expect(momentOf('2027-11-07', '15:00').toISOString()).toBe('2027-11-07T21:00:00.000Z')
  })

  test('after midnight is on the next day of the calendar', () =>
    expect(momentOf('2026-11-27', '02:00').toISOString()).toBe('2026-11-28T08:00:00.000Z'))

  test('of an hour left out is an hour later on the clock, of one that comes twice the second', () => {
    expect(momentOf('2027-03-13', '02:30').toISOString()).toBe('2027-03-14T08:30:00.000Z')
    expect(momentOf('2027-11-06', '01:30').toISOString()).toBe('2027-11-07T07:30:00.000Z')
  })
})
