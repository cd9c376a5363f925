import { expect, test } from 'vitest'
import { layOutGrid, GRID_COLUMNS } from './grid-layout.ts'

const PLATE = 4 / 3
const POSTER = 4 / 5

test('two plates share a row', () =>
  expect(layOutGrid({ ratios: [PLATE, PLATE], rowRatio: 2.7 })).toEqual([12, 12]))

test('a picture alone has the row to itself', () =>
  expect(layOutGrid({ ratios: [POSTER], rowRatio: 2.7 })).toEqual([GRID_COLUMNS]))

test('an empty wall hangs nothing', () => expect(layOutGrid({ ratios: [], rowRatio: 2.7 })).toEqual([]))

test('every row is full, whatever hangs there', () => {
  const ratios = [PLATE, PLATE, POSTER, PLATE, 16 / 9, PLATE, POSTER, POSTER, 1, 3, 0.4]
  for (const rowRatio of [1.5, 2.2, 2.7]) {
    let filled = 0
    for (const span of layOutGrid({ ratios, rowRatio })) {
      expect(span).toBeGreaterThan(0)
      filled += span
      expect(filled).toBeLessThanOrEqual(GRID_COLUMNS)
      filled %= GRID_COLUMNS
    }
    expect(filled).toBe(0)
  }
})

test('a plate is given the room a poster is not', () => {
  const [plate, poster] = layOutGrid({ ratios: [PLATE, POSTER], rowRatio: 2.1 })
  expect(plate).toBe(15)
  expect(poster).toBe(9)
})
