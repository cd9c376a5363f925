import { describe, expect, test } from 'vitest'
import {
  applySnapshot,
  chartStates,
  describeTable,
  pickPreBooked,
  facesRight,
  summariseChart,
  tablesByZone,
} from './rules.ts'
import { charted, table } from '../../../../tests/support/chart-tables.ts'
import type { ViewState } from './schema.ts'

const tables = Array.from({ length: 26 }, (_, i) => table(i + 1))
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
