import { describe, expect, test } from 'vitest'
import {
  chartStates,
  describeTable,
  drawPreBooked,
  facesRight,
  summariseChart,
  tablesByZone,
} from './rules.ts'
import type { VenueTable } from './schema.ts'

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
const facts = { taken: new Set<string>(), soldOut: false, hasEnded: false, bookingPercentage: 0, seed: 1 }

describe('the pre-booked share', () => {
  const ids = tables.map((it) => it.id)

  test.each([
    [0, 0],
    [30, 7],
    [50, 13],
    [90, 23],
    [100, 26],
  ])('of %d percent is %d of 26 tables, rounded down', (percentage, count) =>
    expect(drawPreBooked(ids, percentage, 7).size).toBe(count),
  )

  test('is the same for one drawing, in whatever order the tables come', () =>
    expect(drawPreBooked(ids.toReversed(), 50, 42)).toEqual(drawPreBooked(ids, 50, 42)))

  test('differs between drawings, and in the long run spares no table', () => {
    expect(drawPreBooked(ids, 50, 1)).not.toEqual(drawPreBooked(ids, 50, 2))
    const ever = new Set(Array.from({ length: 60 }, (_, seed) => [...drawPreBooked(ids, 30, seed)]).flat())
    expect(ever.size).toBe(26)
  })
})

describe('a table on the chart', () => {
  test('is reserved when someone has it, whatever the draw says', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const chart = chartStates(tables, { ...facts, taken: new Set(['t3']), bookingPercentage: 40, seed })
      expect(chart.find((it) => it.id === 't3')?.state).toBe('reserved')
    }
  })

  test('is reserved on a sold-out night and on one that is over', () => {
    expect(chartStates(tables, { ...facts, soldOut: true }).every((it) => it.state === 'reserved')).toBe(true)
    expect(chartStates(tables, { ...facts, hasEnded: true }).every((it) => it.state === 'reserved')).toBe(
      true,
    )
  })

  test('that staff took out of service is unavailable', () =>
    expect(chartStates([table(1, { isAvailable: false })], facts)[0]?.state).toBe('unavailable'))

  test('reads as number, zone, seats, price and state', () =>
    expect(describeTable({ ...table(7), state: 'available' })).toBe(
      'Table 7, Left Green Vip, seats 6, $250, available',
    ))
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
      { ...facts, taken: new Set(['t3']) },
    )
    expect(summariseChart(chart)).toEqual({
      total: 4,
      counts: { available: 2, reserved: 1, unavailable: 1 },
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
