import { expect, test } from 'vitest'
import type { ChartTable, TableState } from '#features/floor-plan/chart/schema.ts'
import { centreOf, describeChoice, offerTables, type Seated, viewForChange } from './seating-rules.ts'

const table = (tableNumber: number, state: TableState, priceCents = 25_000): ChartTable => ({
  id: String(tableNumber),
  tableNumber,
  maxGuests: 4,
  location: 'Floor Seating',
  shape: 'round',
  reservationPriceCents: priceCents,
  isAvailable: true,
  state,
  positionX: 0,
  positionY: 0,
  width: 80,
  height: 80,
  rotation: 0,
})
const TABLES = [
  table(1, 'reserved', 40_000),
  table(2, 'available', 30_000),
  table(3, 'held'),
  table(4, 'available', 20_000),
  table(5, 'available'),
]
const seated: Seated = { tableId: '1', keptId: null, guests: 2, agreedCents: 25_000 }
const view = (over: { partySize?: number | null; chosen?: string | null; seated?: Seated } = {}) =>
  viewForChange(TABLES, { seated, partySize: 2, chosen: '1', ...over })
const statesOf = (viewed: ReturnType<typeof view>) => viewed.map(({ state }) => state)

test("a guest's own table is theirs, though the chart of all guests has it reserved", () => {
  expect(statesOf(view())).toEqual(['selected', 'available', 'held', 'available', 'available'])
  expect(statesOf(view({ chosen: '2' }))).toEqual(['yours', 'selected', 'held', 'available', 'available'])
  expect(statesOf(view({ seated: { ...seated, tableId: null } }))[0]).toBe('reserved')
})

test('a table that is kept for their unpaid change is free for them, and a night off sale offers none', () => {
  const offered = (keptId: string | null, isOffSale: boolean) =>
    offerTables(TABLES, { keptId, isOffSale }).map(({ state }) => state)
  expect(offered(null, false)).toEqual(['reserved', 'available', 'held', 'available', 'available'])
  expect(offered('1', false)).toEqual(['available', 'available', 'held', 'available', 'available'])
  expect(offered('1', true)).toEqual(['reserved', 'reserved', 'held', 'reserved', 'reserved'])
})

test('tables that are too small for the new party cannot be chosen, their own included', () => {
  expect(statesOf(view({ partySize: 5, chosen: '2' }))).toEqual([
    'too_small',
    'too_small',
    'held',
    'too_small',
    'too_small',
  ])
  expect(statesOf(view({ partySize: null, chosen: null }))[1]).toBe('available')
})

test('a party that staff seated at too small a table may stay there', () =>
  expect(statesOf(view({ partySize: 6, seated: { ...seated, guests: 6 } }))[0]).toBe('selected'))

test('prices are differences to what was agreed for the own table', () => {
  expect(view().map(({ priceText }) => priceText)).toEqual(['$250', '+$50', undefined, '-$50', 'same'])
  expect(view().map((it) => describeChoice(it, seated))).toEqual([
    'Table 1, Floor Seating, up to 4 guests, yours',
    'Table 2, Floor Seating, up to 4 guests, $300.00, $50.00 more',
    'Table 3, Floor Seating, up to 4 guests, $250.00, same price',
    'Table 4, Floor Seating, up to 4 guests, $200.00, $50.00 less',
    'Table 5, Floor Seating, up to 4 guests, $250.00, same price',
  ])
})

test('the chart opens at the own table, as far as the room reaches', () => {
  const [own, ...others] = view()
  if (!own) throw new Error('no table')
  expect(centreOf([{ ...own, positionX: 560 }, ...others], seated, 0.4)).toBe(0.5)
  expect(centreOf(view(), seated, 0.4)).toBe(0.2)
  expect(centreOf([{ ...own, positionX: 1100 }, ...others], seated, 0.4)).toBe(0.8)
})
