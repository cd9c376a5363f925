import { describe, expect, test } from 'vitest'
import { addHours, addMinutes, momentAt, momentOf } from '#lib/venue-time.ts'
import { dueSpan, isAskedToConfirm, nearDay } from './rules.ts'

const HOURS = { reminderHours: 24, lastReminderHours: 3 }
const at = (time: string) => momentAt('2026-11-20', time)
const isDue = (startsAt: Date, now: Date, reminder: 'first' | 'last' = 'first'): boolean => {
  const span = dueSpan(now, reminder, HOURS)
  return span !== null && startsAt > span.from && startsAt <= span.until
}

describe('a reminder', () => {
  test('is due at its hour in the daytime', () => {
    const dinner = momentAt('2026-11-21', '18:30')
    expect(isDue(dinner, at('18:29'))).toBe(false)
    expect(isDue(dinner, at('18:30'))).toBe(true)
  })

  test('that would be due at night is sent at 8 PM, also across the change to winter time', () => {
    const night = momentOf('2026-11-21', '23:30')
    expect(isDue(night, at('19:59'))).toBe(false)
    expect(isDue(night, at('20:00'))).toBe(true)
    expect(isDue(night, at('20:59'))).toBe(true)
    for (const quiet of ['21:00', '23:59']) expect(dueSpan(at(quiet), 'first', HOURS)).toBeNull()
    for (const quiet of ['00:00', '09:59'])
      expect(dueSpan(momentAt('2026-11-21', quiet), 'last', HOURS)).toBeNull()
    expect(isDue(momentAt('2026-11-01', '22:00'), momentAt('2026-10-31', '20:00'))).toBe(true)
  })

  test('is the last one only, once both are due or it follows soon', () => {
    const dinner = momentAt('2026-11-20', '18:00')
    expect([isDue(dinner, at('11:59')), isDue(dinner, at('11:59'), 'last')]).toEqual([true, false])
    expect([isDue(dinner, at('12:00')), isDue(dinner, at('12:00'), 'last')]).toEqual([false, false])
    expect([isDue(dinner, at('14:59')), isDue(dinner, at('14:59'), 'last')]).toEqual([false, false])
    expect([isDue(dinner, at('15:00')), isDue(dinner, at('15:00'), 'last')]).toEqual([false, true])
    expect(isDue(dinner, at('18:00'), 'last')).toBe(false)
  })

  test('every start is reminded of at some time of the day before, whatever its hour', () => {
    for (let minutes = 0; minutes < 24 * 60; minutes += 30) {
      const startsAt = addMinutes(momentAt('2026-11-22', '00:00'), minutes)
      const ticks = Array.from({ length: 24 * 6 * 3 }, (_, tick) => addMinutes(startsAt, -10 * tick))
      const firsts = ticks.filter((now) => isDue(startsAt, now))
      expect(firsts.length, startsAt.toISOString()).toBeGreaterThan(0)
      expect(Math.max(...firsts.map((now) => startsAt.getTime() - now.getTime()))).toBeGreaterThanOrEqual(
        24 * 3_600_000,
      )
    }
  })

  test('follows no booking within three hours, also where it leaves early', () => {
    for (const reminder of ['first', 'last'] as const)
      expect(dueSpan(at('20:30'), reminder, HOURS)?.bookedBefore).toEqual(at('17:30'))
  })

  test('has no second one where staff set none', () => {
    const hours = { ...HOURS, lastReminderHours: 0 }
    expect(dueSpan(at('15:00'), 'last', hours)).toBeNull()
    expect(dueSpan(at('15:00'), 'first', hours)?.from).toEqual(at('15:00'))
  })
})

test('a night after midnight is tonight, because its date is that of the next day', () => {
  expect(nearDay(momentAt('2026-11-20', '21:00'), at('15:00'))).toBe('today')
  expect(nearDay(momentAt('2026-11-21', '01:00'), at('15:00'))).toBe('tonight')
  expect(nearDay(momentAt('2026-11-22', '01:00'), at('15:00'))).toBe('tomorrow night')
  expect(nearDay(momentAt('2026-11-21', '18:00'), at('15:00'))).toBe('tomorrow')
  expect(nearDay(momentAt('2026-11-22', '18:00'), at('15:00'))).toBeNull()
})

test('a guest is asked from the earliest reminder on, until the start', () => {
  const startsAt = momentAt('2026-11-22', '12:00')
  expect(isAskedToConfirm(startsAt, addHours(startsAt, -39), HOURS)).toBe(false)
  expect(isAskedToConfirm(startsAt, addHours(startsAt, -38), HOURS)).toBe(true)
  expect(isAskedToConfirm(startsAt, startsAt, HOURS)).toBe(false)
})
