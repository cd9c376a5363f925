import { expect, test } from 'vitest'
import { layOutGrid, GRID_COLUMNS } from './grid-layout.ts'

const LANDSCAPE = 4 / 3
const PORTRAIT = 4 / 5

test('two landscape pictures share a row', () =>
  expect(layOutGrid({ ratios: [LANDSCAPE, LANDSCAPE], rowRatio: 2.7 })).toEqual([12, 12]))

test('a picture alone has the row to itself', () =>
  expect(layOutGrid({ ratios: [PORTRAIT], rowRatio: 2.7 })).toEqual([GRID_COLUMNS]))

test('an empty gallery has no spans', () => expect(layOutGrid({ ratios: [], rowRatio: 2.7 })).toEqual([]))

test('every row is full for any mix of ratios', () => {
  const ratios = [LANDSCAPE, LANDSCAPE, PORTRAIT, LANDSCAPE, 16 / 9, LANDSCAPE, PORTRAIT, PORTRAIT, 1, 3, 0.4]
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

test('a landscape picture gets more columns than a poster', () => {
  const [plate, poster] = layOutGrid({ ratios: [LANDSCAPE, PORTRAIT], rowRatio: 2.1 })
  expect(plate).toBe(15)
  expect(poster).toBe(9)
})
