import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  attendanceAt,
  attendanceOf,
  doubleArrivals,
  firstArrivals,
  fullness,
  headCount,
  roomWarning,
  standingEvents,
} from './rules.ts'
import type { ArrivalEvent, ArrivalKind } from './schema.ts'

const NOW = new Date('2026-11-28T04:30:00Z')
let ids = 0
function event(kind: ArrivalKind, more: Partial<ArrivalEvent> = {}): ArrivalEvent {
  ids += 1
  return {
    id: `event ${ids}`,
    kind,
    guests: kind === 'arrived' || kind === 'left' ? 1 : null,
    tableNumber: kind === 'seated' ? 7 : null,
    undoesId: null,
    happenedAt: `2026-11-28T0${ids % 10}:00:00.000Z`,
    actorName: 'Efua',
    ...more,
  }
}
const party = (events: readonly ArrivalEvent[], guestCount = 6) => ({
  status: 'confirmed' as const,
  guestCount,
  leftAt: null,
  events,
})

describe('the state of a party', () => {
  test('follows its evening, in parts as well', () => {
    const four = event('arrived', { guests: 4 })
    const two = event('arrived', { guests: 2 })
    const seated = event('seated')
    const events = [four, two, seated, event('left', { guests: 2 }), event('left', { guests: 4 })]
    const states = events.map((_, i) => attendanceOf(party(events.slice(0, i + 1))).state)
    expect(attendanceOf(party([])).state).toBe('expected')
    expect(states).toEqual(['part_arrived', 'arrived', 'seated', 'seated', 'left'])
    expect(attendanceOf(party(events.slice(0, 4)))).toMatchObject({ arrived: 6, inside: 4 })
  })

  test('is as before once an event is taken back', () => {
    const arrived = event('arrived', { guests: 6 })
    const left = event('left', { guests: 6 })
    const undone = event('undone', { undoesId: left.id })
    expect(attendanceOf(party([arrived, left])).state).toBe('left')
    expect(attendanceOf(party([arrived, left, undone])).state).toBe('arrived')
    expect(standingEvents([arrived, left, undone])).toEqual([arrived])
  })

  test('is a no-show only as long as no guest has arrived', () => {
    const noShow = event('no_show')
    expect(attendanceOf(party([noShow])).state).toBe('no_show')
    expect(attendanceOf(party([noShow, event('arrived', { guests: 6 })])).state).toBe('arrived')
  })

  test('counts more guests than were booked, and guests of a cancelled reservation', () => {
    expect(attendanceOf(party([event('arrived', { guests: 9 })]))).toMatchObject({
      state: 'arrived',
      arrived: 9,
      inside: 9,
    })
    const cancelled = { ...party([]), status: 'cancelled' as const }
    expect(attendanceOf(cancelled).state).toBe('cancelled')
    expect(attendanceOf({ ...cancelled, events: [event('arrived')] }).state).toBe('part_arrived')
  })

  test('is left where staff ended it on the reservation before arrivals were recorded', () => {
    expect(attendanceOf({ ...party([]), leftAt: '2026-11-28T05:00:00.000Z' }).state).toBe('left')
    expect(attendanceOf({ ...party([]), status: 'completed' }).state).toBe('left')
  })

  test('counts a guest who left and came back once', () => {
    const at = (minute: number) => ({ happenedAt: `2026-11-28T04:0${minute}:00.000Z` })
    const four = event('arrived', { guests: 4, ...at(1) })
    const out = event('left', { guests: 2, ...at(2) })
    const back = event('arrived', { guests: 3, ...at(3) })
    const evening = [back, out, four]
    expect(attendanceOf(party(evening))).toMatchObject({ arrived: 5, inside: 5, state: 'part_arrived' })
    expect(firstArrivals(evening)).toEqual([
      { at: four.happenedAt, guests: 4, wereWalkIns: false },
      { at: back.happenedAt, guests: 1, wereWalkIns: false },
    ])
    // A clock that is off: they left before they came.
    const early = event('left', { guests: 4, ...at(0) })
    expect(attendanceOf(party([four, early]))).toMatchObject({ arrived: 4, inside: 0, state: 'left' })
    const whole = [event('arrived', { guests: 6, ...at(1) }), event('left', { guests: 6, ...at(1) })]
    expect(attendanceOf(party(whole))).toMatchObject({ arrived: 6, state: 'left' })
  })

  test('shows that two members of staff may have admitted the same guests', () => {
    const at = (minute: number) => ({ happenedAt: `2026-11-28T04:0${minute}:00.000Z` })
    const ama = event('arrived', { guests: 6, actorName: 'Ama', ...at(2) })
    const kofi = event('arrived', { guests: 6, actorName: 'Kofi', ...at(4) })
    expect(doubleArrivals(party([kofi, ama])).map(({ actorName }) => actorName)).toEqual(['Ama', 'Kofi'])
    expect(doubleArrivals(party([ama, kofi, event('undone', { undoesId: kofi.id })]))).toEqual([])
    const left = event('left', { guests: 6, ...at(3) })
    expect(doubleArrivals(party([ama, left, kofi]))).toEqual([])
    const more = event('arrived', { guests: 3, actorName: 'Ama' })
    expect(doubleArrivals(party([ama, more]))).toEqual([])
    const [two, four] = [2, 4].map((guests) => event('arrived', { guests, actorName: `by ${guests}` }))
    expect(doubleArrivals(party([two ?? ama, four ?? ama]))).toEqual([])
    // Two phones share one account; one phone asked before it let more in.
    const [first, again] = ['phone', 'tablet'].map((deviceId, i) => ({
      ...ama,
      ...at(i),
      id: deviceId,
      deviceId,
    }))
    if (!first || !again) throw new Error('no events')
    expect(doubleArrivals(party([first, again]))).toEqual([first, again])
    expect(doubleArrivals(party([first, { ...again, deviceId: 'phone', actorName: 'Kofi' }]))).toEqual([])
    // Both phones let more in than were booked, as they may after asking.
    const [nine, nineAgain] = [ama, kofi].map((it) => ({ ...it, guests: 9 }))
    if (!nine || !nineAgain) throw new Error('no events')
    expect(doubleArrivals(party([nine, nineAgain]))).toEqual([nine, nineAgain])
    expect(doubleArrivals(party([nine]))).toEqual([])
    // Staff found that twelve did come: not asked again, unless still more come.
    const checked = event('checked', { guests: 12, ...at(5) })
    expect(doubleArrivals(party([ama, kofi, checked]))).toEqual([])
    const others = event('arrived', { guests: 6, actorName: 'Esi', ...at(6) })
    expect(doubleArrivals(party([ama, kofi, checked, others]))).toHaveLength(3)
    expect(doubleArrivals(party([ama, kofi, checked, event('undone', { undoesId: checked.id })]))).toEqual([
      ama,
      kofi,
    ])
  })

  test('does not depend on the order in which devices send their events', () => {
    const kinds = fc.constantFrom<ArrivalKind>('arrived', 'left', 'seated', 'no_show')
    const acts = fc.array(fc.tuple(kinds, fc.integer({ min: 1, max: 9 }), fc.boolean()), { maxLength: 12 })
    fc.assert(
      fc.property(acts, fc.infiniteStream(fc.nat()), (list, order) => {
        const events = list.flatMap(([kind, guests, isUndone]) => {
          const it = event(kind, kind === 'arrived' || kind === 'left' ? { guests } : {})
          return isUndone ? [it, event('undone', { undoesId: it.id })] : [it]
        })
        const shuffled = events
          .map((it) => ({ it, at: order.next().value }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ it }) => it)
        expect(attendanceOf(party(shuffled))).toEqual(attendanceOf(party(events)))
      }),
    )
  })
})

test('the head count adds up over the parties, without cancelled ones', () => {
  const shown = [
    party([event('arrived', { guests: 4 })]),
    party([event('arrived', { guests: 2 }), event('left', { guests: 2 })], 2),
    { ...party([], 5), status: 'cancelled' as const },
    party([event('no_show')], 3),
    // Offered by the waiting list, and not accepted yet.
    { ...party([], 7), isHeld: true },
  ].map((it) => ({ ...it, attendance: attendanceOf(it) }))
  expect(headCount(shown, NOW)).toEqual({ expected: 11, toCome: 2, inside: 4, arrived: 6 })
})

describe('a party whose guests are all outside', () => {
  const seated = { tableNumbers: [7], endsAt: '2026-11-28T08:00:00.000Z' }
  const outside = party([
    event('arrived', { guests: 2, happenedAt: '2026-11-28T03:00:00.000Z' }),
    event('left', { guests: 2, happenedAt: '2026-11-28T03:30:00.000Z' }),
  ])
  const stateOf = (more: object = {}) => attendanceAt({ ...outside, ...seated, ...more }, NOW).state

  test('is out as long as its table is kept, and has left otherwise', () => {
    expect(attendanceOf(outside).state).toBe('left')
    expect(stateOf()).toBe('out')
    expect(stateOf({ endsAt: NOW.toISOString() })).toBe('left')
    expect(stateOf({ endsAt: undefined })).toBe('left')
    expect(stateOf({ tableNumbers: [] })).toBe('left')
    expect(stateOf({ leftAt: '2026-11-28T04:00:00.000Z' })).toBe('left')
    expect(stateOf({ status: 'cancelled' })).toBe('left')
    expect(stateOf({ isDeleted: true })).toBe('left')
    const back = event('arrived', { guests: 1, happenedAt: '2026-11-28T04:00:00.000Z' })
    expect(stateOf({ events: [...outside.events, back] })).toBe('part_arrived')
    expect(stateOf({ events: [] })).toBe('expected')
  })

  test('is waited for by the head count, where some of its guests never came', () => {
    const countOf = (more: object = {}) => {
      const it = { ...outside, ...seated, ...more }
      return headCount([{ ...it, attendance: attendanceAt(it, NOW) }], NOW)
    }
    expect(countOf()).toEqual({ expected: 6, toCome: 4, inside: 0, arrived: 2 })
    expect(countOf({ leftAt: '2026-11-28T04:00:00.000Z' })).toMatchObject({ toCome: 0 })
  })
})

test('the head count waits for no guest of a party whose time is over', () => {
  const at = (endsAt: string) => ({ ...party([]), endsAt, attendance: attendanceOf(party([])) })
  const over = at(NOW.toISOString())
  const coming = at(new Date(NOW.getTime() + 1).toISOString())
  expect(headCount([over, coming], NOW)).toMatchObject({ expected: 12, toCome: 6 })
})

test('the head count waits for the guests of a party of which a part sits already', () => {
  const inPart = party([event('arrived', { guests: 4 }), event('seated')])
  const more = party([event('arrived', { guests: 7 }), event('seated')])
  const shown = [inPart, more].map((it) => ({ guestCount: it.guestCount, attendance: attendanceOf(it) }))
  expect(headCount(shown, NOW)).toMatchObject({ toCome: 2, inside: 11 })
})

test('the head count is arrivals of parties and walk-ins less those who went out, never below nothing', () => {
  const parties = [party([event('arrived', { guests: 4 })])].map((it) => ({
    guestCount: it.guestCount,
    attendance: attendanceOf(it),
  }))
  expect(headCount(parties, NOW, { walkIns: { cameIn: 20, wentOut: 7 } })).toMatchObject({
    inside: 17,
    arrived: 24,
  })
  expect(headCount(parties, NOW, { walkIns: { cameIn: 0, wentOut: 9 } }).inside).toBe(0)
})

test('staff are warned from 90% of the capacity', () => {
  expect([0, 359, 360, 399, 400, 500].map((inside) => fullness(inside, 400))).toEqual([
    'ok',
    'ok',
    'near',
    'near',
    'full',
    'over',
  ])
  expect(fullness(9999, 0)).toBe('ok')
})

test('guests for whom there is no room are asked about before they enter, all of them or the last', () => {
  const full = 'No room inside: ask a manager first.'
  const warnings = [36, 39, 40, 46].map((inside) => roomWarning(4, { inside, capacity: 40 }))
  expect(warnings).toEqual([null, 'Only 1 place left inside for 4 guests.', full, full])
  expect(roomWarning(1, { inside: 9999, capacity: 0 })).toBeNull()
})
