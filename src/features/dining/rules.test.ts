import { describe, expect, test } from 'vitest'
import { momentOf } from '#lib/venue-time.ts'
import {
  dayOf,
  isLostTime,
  firstOpenDay,
  checkServiceDate,
  checkTime,
  listDays,
  nearestTimes,
  readDate,
  readGuests,
  slotsOn,
} from './rules.ts'
import { notOfferedText } from './texts/rules.ts'
import { occupancyOf, turnTimeMinutes } from './table-assignments/rules.ts'
import {
  dining,
  empty,
  NOW,
  occupied,
  SATURDAY,
  timeWith,
  venue,
  withSpecialDay,
} from '../../../tests/dining/service-days.ts'

describe('a day', () => {
  test('has twelve start times, every half hour from 3:00 PM to 8:30 PM', () => {
    const slots = slotsOn(venue, SATURDAY)
    expect(slots).toHaveLength(12)
    expect([slots[0], slots[1], slots.at(-1)]).toEqual(['15:00', '15:30', '20:30'])
  })

  test.each(['2026-11-23', '2026-11-24'])('on a Monday or Tuesday (%s) has none', (date) => {
    expect(slotsOn(venue, date)).toEqual([])
    expect(dayOf(venue, date, NOW).state).toBe('closed')
  })

  test('with special hours has the times within them; a closed day has none and gives the reason', () => {
    const short = withSpecialDay('2026-11-26', { opens: '16:00', closes: '18:00' })
    expect(slotsOn(short, '2026-11-26')).toEqual(['16:00', '16:30', '17:00', '17:30'])
    expect(dayOf(withSpecialDay('2026-11-26', null), '2026-11-26', NOW)).toEqual({
      date: '2026-11-26',
      state: 'closed',
      reason: 'Thanksgiving',
    })
  })

  test('that is over or too far ahead cannot be booked', () => {
    expect(dayOf(venue, '2026-11-19', NOW).state).toBe('past')
    expect(dayOf(venue, '2027-01-19', NOW).state).toBe('closed')
    expect(dayOf(venue, '2027-01-20', NOW).state).toBe('too_far')
    expect(dayOf(venue, '9999-12-31', NOW).state).toBe('too_far')
  })

  test('belongs to the night until 6 AM', () =>
    expect(dayOf(venue, '2026-11-20', new Date('2026-11-21T10:00:00Z')).state).toBe('open'))

  test.each(['2027-02-29', '2026-13-01', 'tomorrow', '', null])('that does not exist (%j) is none', (text) =>
    expect(readDate(text)).toBeNull(),
  )

  test('is listed up to the booking window, and the first one has a time left', () => {
    expect(listDays(venue, NOW)).toHaveLength(61)
    expect(firstOpenDay(venue, 2, NOW)).toBe('2026-11-20')
    // At 8:15 PM the last start time is within the notice period of 30 minutes.
    expect(firstOpenDay(venue, 2, new Date('2026-11-21T02:15:00Z'))).toBe('2026-11-21')
    expect(firstOpenDay(venue, 8, NOW)).toBe('2026-11-21')
    expect(firstOpenDay({ ...venue, hours: [] }, 2, NOW)).toBeNull()
  })
})

describe('a table that is for sale for an event at nine', () => {
  const event = {
    title: 'Afrobeats Friday',
    from: momentOf(SATURDAY, '21:00').getTime(),
    until: momentOf(SATURDAY, '05:00').getTime(),
  }
  const facts = { ...empty, events: [event] }
  const endOf = (time: string) => timeWith({ time }, facts).occupancy.endsAt

  test('is free for the full turn time that ends before the event', () => {
    expect(timeWith({ time: '19:30' }, facts)).toMatchObject({ state: 'free', until: null })
    expect(endOf('19:30')).toEqual(momentOf(SATURDAY, '21:00'))
  })

  test('is free until the event begins, and the guest is told so', () => {
    expect(timeWith({ time: '20:00' }, facts)).toMatchObject({
      state: 'free',
      until: { time: '21:00', eventTitle: 'Afrobeats Friday' },
    })
    expect(endOf('20:00')).toEqual(momentOf(SATURDAY, '21:00'))
  })

  test('is not offered with less than an hour before the event, or during it, and says why', () => {
    const until = { time: '21:00', eventTitle: 'Afrobeats Friday' }
    expect(timeWith({ time: '20:30' }, facts)).toMatchObject({ state: 'short', assignments: [], until })
    const supper = { ...event, from: momentOf(SATURDAY, '18:00').getTime() }
    expect(timeWith({ time: '19:00' }, { ...empty, events: [supper] }).state).toBe('short')
    expect(notOfferedText(until)).toBe(
      'No dinner is offered shortly before or during Afrobeats Friday, which begins at 9:00 PM.',
    )
  })

  test('that is sold for the night is free for a dinner until then', () => {
    const occupancies = facts.tables.map(({ id }) => occupied(id, '21:00', '05:00'))
    expect(timeWith({ time: '20:00' }, { ...facts, occupancies })).toMatchObject({ state: 'free' })
    expect(timeWith({ time: '20:00' }, { ...empty, occupancies }).state).toBe('full')
  })
})

describe('a sitting', () => {
  test.each([
    [1, 90],
    [2, 90],
    [3, 105],
    [4, 105],
    [5, 120],
    [6, 120],
    [7, 150],
    [10, 150],
  ])('of %i lasts %i minutes', (guests, minutes) => expect(turnTimeMinutes(venue, guests)).toBe(minutes))

  test.each([
    ['2027-03-14', '2027-03-14T20:00:00.000Z', '2027-03-14T21:30:00.000Z'],
    ['2027-11-07', '2027-11-07T21:00:00.000Z', '2027-11-07T22:30:00.000Z'],
  ])('on the day the clocks change (%s) begins when the clock on the wall says so', (date, from, until) => {
    const { startsAt, endsAt } = occupancyOf(venue, { date, guests: 2 }, '15:00')
    expect([startsAt.toISOString(), endsAt.toISOString()]).toEqual([from, until])
  })
})

describe('a party', () => {
  test.each(['0', '51', '11', '-1', '2.5', '1e1', '', ' 2', null])('of %j is none', (text) =>
    expect(readGuests(text)).toBeNull(),
  )

  test('of eight or more is a request to staff, and needs a day of notice', () => {
    expect(timeWith({ guests: 8 })).toMatchObject({ state: 'request', assignments: [] })
    expect(timeWith({ guests: 8, date: '2026-11-21', time: '17:30' }).state).toBe('late')
    expect(timeWith({ guests: 8, date: '2026-11-21', time: '18:00' }).state).toBe('request')
  })
})

describe('a time', () => {
  test('needs half an hour of notice', () => {
    expect(timeWith({ date: '2026-11-20', time: '18:00' }).state).toBe('late')
    expect(timeWith({ date: '2026-11-20', time: '18:30' }).state).toBe('free')
  })

  test('is full when its covers are used up, even with free tables', () => {
    const at = (covers: number) => ({
      ...empty,
      covers: new Map([[momentOf(SATURDAY, '18:00').getTime(), covers]]),
    })
    expect(timeWith({}, at(7)).state).toBe('free')
    expect(timeWith({}, at(8)).state).toBe('nearly_full')
    expect(timeWith({}, at(10)).state).toBe('nearly_full')
    expect(timeWith({}, at(11)).state).toBe('full')
    expect(timeWith({ time: '18:30' }, at(12)).state).toBe('free')
  })

  test('is nearly full with two free assignments, and full with none', () => {
    const taken = (...ids: string[]) => ({
      ...empty,
      occupancies: ids.map((id) => occupied(id, '15:00', '21:00')),
    })
    expect(timeWith({}, taken('two')).state).toBe('free')
    expect(timeWith({}, taken('two', 'six')).state).toBe('nearly_full')
    expect(timeWith({}, taken('two', 'six', 'four-a', 'four-b')).state).toBe('full')
  })

  test('without a free table is bookable where the venue allows it', () => {
    const allowing = { ...venue, dining: { ...dining, withoutTable: true } }
    const facts = { ...empty, tables: [] }
    const asked = { date: SATURDAY, time: '18:00', guests: 2, now: NOW }
    expect(checkTime(allowing, facts, asked)).toMatchObject({ state: 'nearly_full', assignments: [] })
    expect(checkTime(venue, facts, asked).state).toBe('full')
  })

  test('that is gone is replaced by the nearest alternatives', () => {
    const covers = new Map(['18:30', '19:00'].map((it) => [momentOf(SATURDAY, it).getTime(), 12]))
    const serviceDay = checkServiceDate(venue, { ...empty, covers }, { date: SATURDAY, guests: 2, now: NOW })
    expect(nearestTimes(serviceDay, '18:30').map((it) => it.time)).toEqual(['17:30', '18:00', '19:30'])
  })
})

test('a chosen time is lost only by the times of the wanted date and party', () => {
  const shown = checkServiceDate(venue, empty, { date: '2026-11-22', guests: 2, now: NOW })
  const isLost = (change: object) =>
    isLostTime(shown, { date: '2026-11-22', guests: 2, time: '22:00', ...change })
  expect(isLost({})).toBe(true)
  expect([isLost({ time: '' }), isLost({ time: '18:00' })]).toEqual([false, false])
  expect([isLost({ date: '2026-11-25' }), isLost({ guests: 4 })]).toEqual([false, false])
})
