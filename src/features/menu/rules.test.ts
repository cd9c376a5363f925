import { describe, expect, test } from 'vitest'
import {
  categoryLabel,
  menuTab,
  priceSpan,
  schemaDescription,
  schemaDiets,
  signatureOf,
  tabOfCategory,
} from './rules.ts'

test('an unknown tab is the first one', () => {
  expect(menuTab('drinks')).toBe('drinks')
  expect(menuTab('<script>')).toBe('appetizers')
  expect(menuTab(null)).toBe('appetizers')
})

test('the Drinks tab holds the beverages', () => {
  expect(tabOfCategory('beverage')).toBe('drinks')
  expect(categoryLabel('beverage')).toBe('Drink')
})

test('only diets that search engines know are told to them', () =>
  expect(schemaDiets(['vegan', 'spicy', 'Halal'])).toEqual([
    'https://schema.org/VeganDiet',
    'https://schema.org/HalalDiet',
  ]))

test('the other dietary tags stand at the end of the description for search engines', () => {
  const item = { description: 'Grilled over charcoal.', dietary: ['Vegan', 'Spicy', 'Nut-free'] }
  expect(schemaDescription(item)).toBe('Grilled over charcoal. Dietary information: Spicy, Nut-free.')
  expect(schemaDescription({ ...item, dietary: ['vegan'] })).toBe('Grilled over charcoal.')
})

describe('the signature item', () => {
  const dish = (id: string, extra = {}) => ({
    id,
    category: 'main' as const,
    picture: { id: `p-${id}`, width: 1, height: 1 },
    isSoldOutToday: false,
    ...extra,
  })
  const menu = [dish('tagine'), dish('suya'), dish('tea', { category: 'beverage' })]

  test('is the one staff feature in the gallery', () =>
    expect(signatureOf(menu, 'main', ['p-tea', 'p-suya'])?.id).toBe('suya'))

  test('is the first of the menu where none is featured', () =>
    expect(signatureOf(menu, 'main', [])?.id).toBe('tagine'))

  test('is never one that ran out or has no picture', () =>
    expect(
      signatureOf([dish('a', { picture: null }), dish('b', { isSoldOutToday: true })], 'main', ['p-b']),
    ).toBeNull())
})

test('the menu tells what it costs, from the cheapest to the dearest', () => {
  expect(priceSpan([{ priceCents: 4250 }, { priceCents: 700 }])).toBe('$7–$42.50')
  expect(priceSpan([])).toBeNull()
})
