import { describe, expect, test } from 'vitest'
import { isDue, lastDueAt, removable } from './schedule.ts'

const backup = (madeAt: string) => ({ name: madeAt, madeAt: new Date(madeAt) })
const daily = (first: string, days: number) =>
  Array.from({ length: days }, (_, day) =>
    backup(new Date(Date.parse(first) + day * 86_400_000).toISOString()),
  )
const keptOf = (backups: readonly ReturnType<typeof backup>[]): string[] => {
  const gone = new Set(removable(backups))
  return backups.filter((it) => !gone.has(it)).map(({ name }) => name.slice(0, 16))
}

describe('a backup is due', () => {
  test.each([
    ['never made before', null, '2026-11-22T20:00Z', true],
    ['made after the hour of today', '2026-11-22T12:31Z', '2026-11-22T20:00Z', false],
    ['made yesterday, before the hour of today', '2026-11-21T12:31Z', '2026-11-22T12:29Z', false],
    ['made yesterday, at the hour of today', '2026-11-21T12:31Z', '2026-11-22T12:30Z', true],
    ['no server ran for a week', '2026-11-14T12:31Z', '2026-11-22T03:00Z', true],
    ['made by hand an hour before the hour', '2026-11-22T11:30Z', '2026-11-22T12:30Z', true],
    ['on the day the clocks go forward', '2026-03-07T12:31Z', '2026-03-08T11:30Z', true],
    ['on the day the clocks go forward, not an hour early', '2026-03-07T12:31Z', '2026-03-08T11:29Z', false],
    ['on the day the clocks go back', '2026-10-31T11:31Z', '2026-11-01T12:30Z', true],
    ['on the day the clocks go back, not an hour early', '2026-10-31T11:31Z', '2026-11-01T12:29Z', false],
  ])('%s', (...[, lastGoodAt, now, expected]) => {
    const last = lastGoodAt === null ? null : new Date(lastGoodAt)
    expect(isDue('06:30', { now: new Date(now), lastGoodAt: last })).toBe(expected)
  })

  test('once on each day of a year, whatever the clocks do and at whatever hour', () => {
    for (const at of ['00:00', '01:30', '02:30', '05:59', '06:00', '12:00', '23:59']) {
      const moments = new Set<number>()
      for (let hour = 0; hour < 365 * 24; hour += 1)
        moments.add(lastDueAt(at, new Date(Date.UTC(2026, 0, 2, 0, 59) + hour * 3_600_000)).getTime())
      expect([365, 366]).toContain(moments.size)
    }
  })
})

describe('of the backups', () => {
  test.each([
    ['none is nothing', [], []],
    ['the only one stays, however old', [backup('2020-01-01T12:30Z')], ['2020-01-01T12:30']],
    [
      'of the last two days all stay',
      [backup('2026-11-22T12:30Z'), backup('2026-11-22T20:00Z'), backup('2026-11-24T12:30Z')],
      ['2026-11-22T12:30', '2026-11-22T20:00', '2026-11-24T12:30'],
    ],
    [
      'of a day longer ago the newest stays',
      [backup('2026-11-18T12:30Z'), backup('2026-11-18T20:00Z'), backup('2026-11-24T12:30Z')],
      ['2026-11-18T20:00', '2026-11-24T12:30'],
    ],
    [
      'a day is the venue’s: 11 PM and 1 AM are two days, though one in UTC',
      [backup('2026-11-18T05:00Z'), backup('2026-11-18T07:00Z'), backup('2026-11-24T12:30Z')],
      ['2026-11-18T05:00', '2026-11-18T07:00', '2026-11-24T12:30'],
    ],
    [
      'the hour that comes twice is one day',
      [backup('2026-11-01T06:30Z'), backup('2026-11-01T07:30Z'), backup('2026-11-24T12:30Z')],
      ['2026-11-01T07:30', '2026-11-24T12:30'],
    ],
  ])('%s', (_, backups, kept) => {
    expect(keptOf(backups)).toEqual(kept)
  })

  test('of a month of days seven stay, and the newest of each of four weeks', () => {
    expect(keptOf(daily('2026-10-20T12:30:00.000Z', 34))).toEqual([
      // Sundays, each the last day of its week.
      '2026-11-01T12:30',
      '2026-11-08T12:30',
      '2026-11-15T12:30',
      '2026-11-16T12:30',
      '2026-11-17T12:30',
      '2026-11-18T12:30',
      '2026-11-19T12:30',
      '2026-11-20T12:30',
      '2026-11-21T12:30',
      '2026-11-22T12:30',
    ])
  })

  test('after a gap of months none is removed because of its age', () => {
    const old = daily('2026-03-02T12:30:00.000Z', 5)
    const all = [...old, backup('2026-11-22T12:30Z')]
    expect(removable(all)).toEqual([])
  })

  test('the newest is never removed, in whatever order they are listed and however many there are', () => {
    for (let count = 1; count <= 60; count += 1) {
      const backups = daily('2026-09-01T12:30:00.000Z', count).toReversed()
      expect(removable(backups)).not.toContain(backups[0])
      expect(backups.length - removable(backups).length).toBe(Math.min(count, keptOf(backups).length))
    }
  })

  test('removed day by day, eleven are the most that are kept at a time', () => {
    let kept: ReturnType<typeof backup>[] = []
    for (const next of daily('2026-01-01T12:30:00.000Z', 200)) {
      const gone = new Set(removable([...kept, next]))
      kept = [...kept, next].filter((it) => !gone.has(it))
      expect(kept.length).toBeLessThanOrEqual(11)
    }
    expect(kept.length).toBeGreaterThanOrEqual(9)
  })
})
