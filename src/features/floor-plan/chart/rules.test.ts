import { describe, expect, test } from 'vitest'
import {
  applySnapshot,
  canChoose,
  chartStates,
  describeFit,
  describeTable,
  describeZone,
  pickPreBooked,
  facesRight,
  largestParty,
  nearestTables,
  nextChoice,
  openingCentre,
  readPartySize,
  refuseTable,
  summariseChart,
  tablesByZone,
  viewTables,
} from './rules.ts'
import type { ChartTable, TableState, VenueTable, ViewState } from './schema.ts'

const table = (n: number, over: Partial<VenueTable> = {}): VenueTable => ({
  id: `t${n}`,
  tableNumber: n,
  maxGuests: 6,
  location: 'Left Green Vip',
  shape: 'booth',
  reservationPriceCents: 25_000,
  isAvailable: true,
  positionX: 0,
  positionY: 0,
  width: 60,
  height: 60,
  rotation: 0,
  ...over,
})
const tables = Array.from({ length: 26 }, (_, i) => table(i + 1))
const charted = (n: number, over: Partial<ChartTable> = {}): ChartTable => ({
  ...table(n),
  state: 'available',
  ...over,
})
const noOccupancies = new Map<string, 'held' | 'reserved'>()
const facts = { occupied: noOccupancies, soldOut: false, hasEnded: false, bookingPercentage: 0, seed: 1 }

describe('the pre-booked share', () => {
  const ids = tables.map((it) => it.id)

  test.each([
    [0, 0],
    [30, 7],
    [50, 13],
    [90, 23],
    [100, 26],
  ])('of %d percent is %d of 26 tables, rounded down', (percentage, count) =>
    expect(pickPreBooked(ids, percentage, 7).size).toBe(count),
  )

  test('is the same for one drawing, in whatever order the tables come', () =>
    expect(pickPreBooked(ids.toReversed(), 50, 42)).toEqual(pickPreBooked(ids, 50, 42)))

  test('differs between drawings, and in the long run spares no table', () => {
    expect(pickPreBooked(ids, 50, 1)).not.toEqual(pickPreBooked(ids, 50, 2))
    const ever = new Set(Array.from({ length: 60 }, (_, seed) => [...pickPreBooked(ids, 30, seed)]).flat())
    expect(ever.size).toBe(26)
  })
})

describe('a table on the chart', () => {
  test.each(['reserved', 'held'] as const)('that is %s says so, whatever the draw says', (state) => {
    for (let seed = 0; seed < 20; seed += 1) {
      const chart = chartStates(tables, {
        ...facts,
        occupied: new Map([['t3', state]]),
        bookingPercentage: 90,
        seed,
      })
      expect(chart.find((it) => it.id === 't3')?.state).toBe(state)
    }
  })

  test('is reserved when the draw has it', () => {
    const chart = chartStates(tables, { ...facts, bookingPercentage: 50 })
    expect(chart.filter((it) => it.state === 'reserved')).toHaveLength(13)
  })

  test('is reserved on a sold-out night and on one that is over', () => {
    expect(chartStates(tables, { ...facts, soldOut: true }).every((it) => it.state === 'reserved')).toBe(true)
    const held = new Map([['t1', 'held' as const]])
    const over = chartStates(tables, { ...facts, occupied: held, hasEnded: true })
    expect(over.every((it) => it.state === 'reserved')).toBe(true)
  })

  test('that staff took out of service is unavailable', () =>
    expect(chartStates([table(1, { isAvailable: false })], facts)[0]?.state).toBe('unavailable'))

  test.each<[ViewState, string]>([
    ['available', 'available'],
    ['selected', 'selected'],
    ['yours', 'yours'],
    ['held', 'held by another guest'],
    ['reserved', 'reserved'],
    ['unavailable', 'unavailable'],
    ['too_small', 'too small for your party of 8'],
  ])('that is %s reads as number, zone, seats, price and "%s"', (state, words) =>
    expect(describeTable({ ...table(7), state }, 8)).toBe(`Table 7, Left Green Vip, seats 6, $250, ${words}`),
  )

  test('takes the state of the last reading, and keeps its own where the reading does not name it', () => {
    const chart = [charted(1), charted(2, { state: 'reserved' }), charted(3)]
    const states = applySnapshot(chart, {
      tables: [
        ['t1', 'held'],
        ['t2', 'available'],
        ['gone', 'reserved'],
      ],
    }).map((it) => it.state)
    expect(states).toEqual(['held', 'available', 'available'])
    expect(applySnapshot(chart, null)).toBe(chart)
  })
})

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
    ['too_small', 'Table 9 seats 6 and is too small for your party of 8.'],
    ['held', 'Table 9 is held by another guest.'],
    ['reserved', 'Table 9 is reserved.'],
    ['unavailable', 'Table 9 is unavailable.'],
  ] satisfies [ViewState, string][])('who taps a table that is %s reads why', (state, text) =>
    expect(refuseTable({ ...table(9), state }, 8)).toBe(text),
  )

  test.each([
    ['guests=1', 1],
    ['guests=15', 15],
    ['guests=16', null],
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

describe('the room as a whole', () => {
  test('is summed up by state, with the prices of what is left', () => {
    const chart = chartStates(
      [
        table(1, { reservationPriceCents: 10_000 }),
        table(2, { reservationPriceCents: 50_000 }),
        table(3, { reservationPriceCents: 90_000 }),
        table(4, { isAvailable: false }),
      ],
      { ...facts, occupied: new Map([['t3', 'reserved']]) },
    )
    expect(summariseChart(chart)).toEqual({
      total: 4,
      counts: { available: 2, held: 0, reserved: 1, unavailable: 1 },
      all: { lowCents: 10_000, highCents: 90_000 },
      open: { lowCents: 10_000, highCents: 50_000 },
    })
  })

  test('names no price when nothing is left', () =>
    expect(summariseChart(chartStates(tables, { ...facts, soldOut: true })).open).toBeNull())

  test('is told zone by zone from the left, without the zones that have no table', () => {
    const chart = chartStates([table(1, { location: 'Right Red Vip' }), table(2)], facts)
    expect(tablesByZone(chart).map((it) => it.zone)).toEqual(['Left Green Vip', 'Right Red Vip'])
  })

  test('has booths that look into it', () => {
    expect(facesRight({ positionX: 26, width: 96 })).toBe(true)
    expect(facesRight({ positionX: 1078, width: 96 })).toBe(false)
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
