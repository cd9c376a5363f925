import { describe, expect, test } from 'vitest'
import type { ViewTable } from '../chart/schema.ts'
import { bestTable, comparedTables, perGuestText, readTableOrder } from './rules.ts'

let numbers = 0
const aTable = (over: Partial<ViewTable> = {}): ViewTable => ({
  id: `table ${String((numbers += 1))}`,
  tableNumber: numbers,
  maxGuests: 6,
  location: 'Floor Seating',
  shape: 'round',
  reservationPriceCents: 30_000,
  isAvailable: true,
  positionX: numbers * 300,
  positionY: 0,
  width: 60,
  height: 60,
  rotation: 0,
  state: 'available',
  ...over,
})

describe('the best table for a party', () => {
  test('has the fewest empty seats, whatever it costs', () => {
    const [large, exact] = [
      aTable({ maxGuests: 8, reservationPriceCents: 10_000 }),
      aTable({ reservationPriceCents: 50_000 }),
    ]
    expect(bestTable([large, exact], 6)?.table).toBe(exact)
    expect(bestTable([large, exact], 6)?.reason).toBe('It seats exactly 6, at about $83 a guest.')
    expect(bestTable([large, exact], 7)?.reason).toBe(
      'It leaves 1 seat empty, the fewest of all tables left, at about $14 a guest.',
    )
  })

  test('is the cheapest of its size, and says so only where another costs more', () => {
    const [dear, cheap] = [aTable(), aTable({ reservationPriceCents: 24_000 })]
    expect(bestTable([dear, cheap], 6)).toEqual({
      table: cheap,
      reason: 'It seats exactly 6, at $40 a guest, the lowest price of its size.',
    })
    expect(bestTable([cheap], 6)?.reason).not.toContain('lowest')
  })

  test('stands beside fewer parties, where seats and price are the same', () => {
    const tables = [
      aTable({ positionX: 0 }),
      aTable({ positionX: 100, state: 'reserved' }),
      aTable({ positionX: 600 }),
      aTable({ positionX: 700, maxGuests: 2 }),
    ]
    const best = bestTable(tables, 6)
    expect(best?.table).toBe(tables[2])
    expect(best?.reason).toContain('and the tables beside it are still free')
  })

  test('is in a VIP zone, where all else is the same', () => {
    const [floor, vip] = [aTable(), aTable({ location: 'Left Green Vip' })]
    expect(bestTable([floor, vip], 6)?.table).toBe(vip)
  })

  test.each(['held', 'reserved', 'unavailable', 'too_small', 'yours'] as const)(
    'is never one that is %s',
    (state) => expect(bestTable([aTable({ state })], 6)).toBeNull(),
  )

  test('stays the best while it is selected, and is none for a party that no table seats', () => {
    const chosen = aTable({ state: 'selected' })
    expect(bestTable([chosen], 6)?.table).toBe(chosen)
    expect(bestTable([chosen], 7)).toBeNull()
  })

  test('may cost nothing', () =>
    expect(bestTable([aTable({ reservationPriceCents: 0 })], 6)?.reason).toBe(
      'It seats exactly 6, at no charge.',
    ))
})

describe('the comparison', () => {
  const tables = [
    aTable({ tableNumber: 1, maxGuests: 8, reservationPriceCents: 20_000 }),
    aTable({ tableNumber: 2, maxGuests: 4, reservationPriceCents: 20_000 }),
    aTable({ tableNumber: 3, maxGuests: 6, reservationPriceCents: 10_000 }),
    aTable({ tableNumber: 4, state: 'reserved' }),
  ]
  const numbersBy = (order: string | null, partySize: number | null = null) =>
    comparedTables(tables, { partySize, order: readTableOrder(order) }).map((it) => it.tableNumber)

  test('lists what can be had, by price, seats or number', () => {
    expect([numbersBy(null), numbersBy('seats'), numbersBy('table')]).toEqual([
      [3, 2, 1],
      [2, 3, 1],
      [1, 2, 3],
    ])
    expect(numbersBy('<script>')).toEqual([3, 2, 1])
  })

  test('leaves out tables that are too small', () => expect(numbersBy('price', 6)).toEqual([3, 1]))

  test('divides the price among the party', () =>
    expect([perGuestText(30_000, 6), perGuestText(25_000, 6)]).toEqual(['$50', 'about $42']))
})
