import { expect, test } from 'vitest'
import type { StaffMenuItem } from '#features/menu/schema.ts'
import { itemsIn, menuOrderOf } from './menu-order.ts'

const item = (name: string, priceCents: number): StaffMenuItem => ({
  id: name,
  slug: name.toLowerCase(),
  name,
  priceCents,
  category: 'main',
  description: '',
  ingredients: [],
  dietary: [],
  picture: null,
  isSoldOutToday: false,
  version: 1,
})

test('the list of the menu is sorted for staff, and else in the order of the menu', () => {
  const items = [item('Suya', 1800), item('Egusi', 2400), item('Jollof', 1800)]
  const namesIn = (asked: string | null) => itemsIn(menuOrderOf(asked), items).map(({ name }) => name)
  expect(namesIn('name')).toEqual(['Egusi', 'Jollof', 'Suya'])
  expect(namesIn('cheapest')).toEqual(['Suya', 'Jollof', 'Egusi'])
  expect(namesIn('dearest')).toEqual(['Egusi', 'Suya', 'Jollof'])
  for (const asked of [null, 'unknown', 'toString'])
    expect(namesIn(asked)).toEqual(['Suya', 'Egusi', 'Jollof'])
})
