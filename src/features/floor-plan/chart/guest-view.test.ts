import { describe, expect, test } from 'vitest'
import { charted, table } from '../../../../tests/support/chart-tables.ts'
import {
  canChoose,
  describeFit,
  describeZone,
  largestParty,
  nearestTables,
  nextChoice,
  openingCentre,
  readPartySize,
  refuseTable,
  viewTables,
} from './rules.ts'
import type { ChartTable, TableState, ViewState } from './schema.ts'

describe('a guest at the chart', () => {
  type Guest = Parameters<typeof viewTables>[1]
  const guest: Guest = { partySize: null, chosen: null, yours: new Set() }
  const seen = (state: TableState, over: Partial<Guest> = {}): ViewState | undefined =>
    viewTables([charted(1, { state })], { ...guest, ...over })[0]?.state

  test('sees the table they chose as selected until another party has it', () => {
    expect(seen('available', { chosen: 't1' })).toBe('selected')
    expect(seen('held', { chosen: 't1' })).toBe('held')
    expect(seen('reserved', { chosen: 't1' })).toBe('reserved')
    expect(seen('available', { chosen: 't2' })).toBe('available')
  })

  test('sees tables with fewer seats than their party as too small, chosen or not', () => {
    expect(seen('available', { partySize: 6 })).toBe('available')
    expect(seen('available', { partySize: 7 })).toBe('too_small')
    expect(seen('available', { partySize: 7, chosen: 't1' })).toBe('too_small')
    expect(seen('reserved', { partySize: 7 })).toBe('reserved')
  })

  test('sees their own hold as theirs, not as another guest’s', () => {
    const yours = new Set(['t1'])
    expect(seen('held', { yours, partySize: 9 })).toBe('yours')
    expect(seen('available', { yours })).toBe('yours')
    expect(seen('reserved', { yours })).toBe('reserved')
    expect(seen('unavailable', { yours })).toBe('unavailable')
  })

  test('can choose what is free, selected or theirs', () => {
    const states: ViewState[] = [
      'available',
      'selected',
      'yours',
      'held',
      'reserved',
      'too_small',
      'unavailable',
    ]
    expect(states.filter((state) => canChoose({ state }))).toEqual(['available', 'selected', 'yours'])
  })

  test('may be as many as the largest table in use seats', () => {
    expect(
      largestParty([table(1), table(2, { maxGuests: 10 }), table(3, { maxGuests: 12, isAvailable: false })]),
    ).toBe(10)
    expect(largestParty([])).toBe(1)
  })

  test('is told how many tables are too small for them', () => {
    const fitOf = (given: readonly ChartTable[], partySize: number) =>
      describeFit(viewTables(given, { ...guest, partySize }), partySize)
    const seating = (maxGuests: number, i: number) => charted(i, { maxGuests })
    const fit = (seats: readonly number[], partySize: number) => fitOf(seats.map(seating), partySize)
    expect(fit([2, 2, 6], 4)).toBe('2 tables are too small for a party of 4')
    expect(fit([2, 6], 4)).toBe('1 table is too small for a party of 4')
    expect(fit([6], 4)).toBe('Every table that is left seats a party of 4')
    const lastSix = [charted(1, { maxGuests: 2 }), charted(2, { state: 'reserved' })]
    expect(fitOf(lastSix, 4)).toBe('No table that is left seats a party of 4')
    expect(fit([2, 10], 12)).toBe('No table seats a party of 12')
    const seated = viewTables([charted(1, { maxGuests: 2 }), charted(2, { maxGuests: 2 })], guest)
    const own = seated.map((it, i) => ({ ...it, state: i === 0 ? 'selected' : 'too_small' }) as const)
    expect(describeFit(own, 12)).toBe('1 table is too small for a party of 12')
  })

  test('reads zone by zone how many tables they can have, and from which price', () => {
    const zone = viewTables(
      [
        charted(1, { maxGuests: 4 }),
        charted(2, { reservationPriceCents: 30_000 }),
        charted(3, { maxGuests: 8, reservationPriceCents: 40_000 }),
        charted(4, { maxGuests: 8, state: 'held' }),
        charted(5, { maxGuests: 8 }),
      ],
      { ...guest, yours: new Set(['t5']), partySize: 6 },
    )
    expect(describeZone(zone, 6)).toBe('2 tables for 6, from $300')
    expect(describeZone(zone.slice(1, 2), 6)).toBe('1 table for 6, $300')
    expect(describeZone(zone.slice(3), 6)).toBe('No table left for 6')
    expect(describeZone(viewTables([charted(1), charted(2)], guest), null)).toBe('2 tables, from $250')
  })

  test.each([
    ['too_small', { title: 'Table 9 seats 6 and is too small for your party of 8.' }],
    ['held', { title: 'Table 9 is held by another guest.' }],
    ['reserved', { title: 'Table Unavailable', text: 'This table is already reserved for this event' }],
    ['unavailable', { title: 'Table 9 is unavailable.' }],
  ] satisfies [ViewState, object][])('who taps a table that is %s reads why', (state, answer) =>
    expect(refuseTable({ ...table(9), state }, 8)).toEqual(answer),
  )

  test.each([
    ['guests=1', 1],
    ['guests=15', 15],
    ['guests=16', 15],
    ['guests=9999', 15],
    ['guests=0', null],
    ['guests=six', null],
    ['', null],
  ])('comes from a link with %j as a party of %j', (query, partySize) =>
    expect(readPartySize(new URLSearchParams(query))).toBe(partySize),
  )

  test('walks with the arrow keys from zone to zone past what is taken, and round again', () => {
    const view = viewTables(
      [
        charted(1, { location: 'Right Red Vip' }),
        charted(2, { location: 'Floor Seating', state: 'reserved' }),
        charted(3, { location: 'Floor Seating' }),
        charted(4),
        charted(5, { state: 'held' }),
      ],
      guest,
    )
    expect(nextChoice(view, 't4', 1)?.id).toBe('t3')
    expect(nextChoice(view, 't3', 1)?.id).toBe('t1')
    expect(nextChoice(view, 't1', 1)?.id).toBe('t4')
    expect(nextChoice(view, 't4', -1)?.id).toBe('t1')
    expect(nextChoice(view, 't1', -1)?.id).toBe('t3')
    // From a table that was just lost, focus moves to its neighbours.
    expect(nextChoice(view, 't5', -1)?.id).toBe('t4')
    expect(nextChoice([], 't5', 1)).toBeUndefined()
  })

  test('who loses a table is offered the three nearest that are free and seat the party', () => {
    const at = (n: number, positionX: number, over: Partial<ChartTable> = {}) =>
      charted(n, { positionX, ...over })
    const chart = [
      at(1, 0),
      at(2, 100, { state: 'held' }),
      at(3, 150, { maxGuests: 2 }),
      at(4, 500),
      // Wider, so that its middle is further away than its corner.
      at(5, 190, { width: 400 }),
      at(6, 250),
      at(7, 900),
    ]
    expect(nearestTables(chart, at(1, 0), 4).map((it) => it.id)).toEqual(['t6', 't5', 't4'])
    expect(nearestTables(chart, at(7, 900), 2).map((it) => it.id)).toEqual(['t4', 't5', 't6'])
    expect(nearestTables(chart, at(1, 0), 7)).toEqual([])
  })
})

describe('a chart that is wider than its frame', () => {
  const at = (n: number, middle: number, state: ViewState) => ({
    ...table(n, { positionX: middle - 30 }),
    state,
  })
  const shown = (room: readonly ReturnType<typeof at>[], centre: number): number =>
    room.filter((it) => canChoose(it) && Math.abs(it.positionX + 30 - centre * 1200) <= 240 - 42 + 1e-6)
      .length

  test('opens where the most tables are that the party can have', () => {
    const room = [
      at(1, 60, 'available'),
      at(2, 600, 'too_small'),
      at(3, 640, 'too_small'),
      at(4, 1140, 'held'),
    ]
    expect(openingCentre(room, 0.4)).toBeCloseTo(0.2 + 18 / 1200)
    expect(shown(room, openingCentre(room, 0.4))).toBe(1)
  })

  test('opens in the middle of the room where nothing can be had, or all of it is seen', () => {
    expect(openingCentre([at(1, 60, 'reserved')], 0.4)).toBe(0.5)
    expect(openingCentre([at(1, 60, 'available')], 1)).toBe(0.5)
  })

  test('shows as many tables as any other stretch of its width would', () => {
    const room = [90, 130, 400, 610, 640, 700, 1010, 1050, 1090, 1130].map((x, i) =>
      at(i + 1, x, 'available'),
    )
    const best = Math.max(
      ...Array.from({ length: 121 }, (_, i) => shown(room, Math.min(0.8, Math.max(0.2, i / 120)))),
    )
    expect(shown(room, openingCentre(room, 0.4))).toBe(best)
  })
})
