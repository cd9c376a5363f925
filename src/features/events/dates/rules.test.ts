import { describe, expect, test } from 'vitest'
import { matchCacheRule } from '#page-cache/cache-rules.ts'
import { calendarMonth, daysOf, readWhen, whenChoices, whenText } from './rules.ts'

describe('the days of a choice', () => {
  test.each([
    ['tonight', '2026-11-25', ['2026-11-25', '2026-11-25']],
    // Wednesday, Friday, Saturday, Sunday, Monday.
    ['weekend', '2026-11-25', ['2026-11-27', '2026-11-29']],
    ['weekend', '2026-11-27', ['2026-11-27', '2026-11-29']],
    ['weekend', '2026-11-28', ['2026-11-28', '2026-11-29']],
    ['weekend', '2026-11-29', ['2026-11-29', '2026-11-29']],
    ['weekend', '2026-11-30', ['2026-12-04', '2026-12-06']],
    ['2026-12-31', '2026-11-25', ['2026-12-31', '2026-12-31']],
  ])('%s on %s are %j', (when, today, between) =>
    expect(daysOf(when, today)).toEqual({ between, weekday: null }),
  )

  test('of a weekday have no end', () =>
    expect(daysOf('friday', '2026-11-25')).toEqual({ between: null, weekday: 5 }))

  test.each(['', 'Friday', 'someday', '2026-02-30', '<script>', 'x'.repeat(5000)])(
    '%.20j is every day',
    (text) => expect(readWhen(text)).toBe('All'),
  )

  test('are offered by the weekdays that have events', () => {
    const choices = whenChoices(['2026-11-28', '2026-11-27', '2026-12-04'], 'All')
    expect(choices.map(({ label }) => label)).toEqual([
      'All',
      'Tonight',
      'This weekend',
      'Fridays',
      'Saturdays',
    ])
    for (const { when } of choices.slice(1)) {
      expect(readWhen(when)).toBe(when)
      expect(matchCacheRule(`/events?when=${when}`)?.address).toBe(`/events?when=${when}`)
    }
    expect(whenChoices([], '2026-11-27')[1]).toEqual({ when: '2026-11-27', label: 'Fri, Nov 27' })
    expect(['tonight', 'friday', '2026-11-27', 'All'].map(whenText)).toEqual([
      'tonight',
      'on Fridays',
      'on Friday, November 27, 2026',
      '',
    ])
  })
})

test('the calendar opens at the month asked for, else at the chosen date, else at today', () => {
  const days = { today: '2026-11-30', dates: ['2026-12-02', '2027-01-01'] }
  expect(calendarMonth('2027-01', '2026-12-31', days)).toBe('2027-01')
  expect(calendarMonth('2027-13', '2026-12-31', days)).toBe('2026-12')
  expect(calendarMonth(null, 'friday', days)).toBe('2026-12')
  expect(calendarMonth(null, 'All', { ...days, dates: [] })).toBe('2026-11')
})
