import { describe, expect, test } from 'vitest'
import { matchCacheRule } from '#page-cache/cache-rules.ts'
import { DIET_CHOICES, dietsText, filterMenu, isFiltered, readMenuFilter, toggleDiet } from './rules.ts'

const dish = (name: string, dietary: string[], ingredients: string[] = []) => ({
  name,
  description: '',
  ingredients,
  dietary,
})
const MENU = [
  dish('Crème of Yam', ['vegan', 'spicy'], ['yam', 'coconut']),
  dish('Lamb Kofta', ['halal', 'Contains nuts'], ['peanut']),
  dish('Halloumi', ['vegetarian', 'gluten-free', 'halal'], ['honey']),
  dish('Branzino', []),
]
const read = (query: string) => readMenuFilter(new URLSearchParams(query))
const found = (query: string) => filterMenu(MENU, read(query)).map(({ name }) => name)

describe('the filter of the menu', () => {
  test.each([
    ['diet=vegetarian', ['Crème of Yam', 'Halloumi']],
    ['diet=dairy-free', ['Crème of Yam']],
    ['diet=vegetarian,halal', ['Halloumi']],
    ['diet=halal,no-nuts', ['Halloumi']],
    ['diet=no-nuts', ['Crème of Yam', 'Halloumi', 'Branzino']],
    ['q=creme', ['Crème of Yam']],
    ['q=PEANUT', ['Lamb Kofta']],
    ['q=coconut+yam', ['Crème of Yam']],
    ['q=spicy', ['Crème of Yam']],
    ['q=yam&diet=halal', []],
  ])('%s finds %j', (query, names) => expect(found(query)).toEqual(names))

  test('ignores what it does not know, and cuts a long text', () => {
    expect(isFiltered(read('diet=paleo,&q=++'))).toBe(false)
    expect(read(`q=${'x'.repeat(5000)}`).search).toHaveLength(100)
    expect(found('q=%25')).toEqual([])
  })

  test('has one address for each choice of diets, in whatever order they were chosen', () => {
    const one = toggleDiet(toggleDiet(read(''), 'spicy'), 'vegan')
    expect(one.diets).toEqual(['vegan', 'spicy'])
    expect(toggleDiet(one, 'vegan').diets).toEqual(['spicy'])
    expect(dietsText(one.diets)).toBe('Vegan, spicy')
  })

  test('leads to cached pages, whatever is chosen', () => {
    const all = DIET_CHOICES.map(({ diet }) => diet)
    for (let chosen = 1; chosen < 2 ** all.length; chosen += 1) {
      const diet = all.filter((_, index) => chosen & (2 ** index)).join(',')
      expect(matchCacheRule(`/menu?diet=${diet}`)?.address).toBe(`/menu?diet=${encodeURIComponent(diet)}`)
    }
    for (const diet of ['', 'vegan,', 'spicy,vegan', 'vegan,vegan', 'paleo'])
      expect(matchCacheRule(`/menu?diet=${diet}`)?.address).toBe('/menu')
    expect(matchCacheRule('/menu?q=yam')).toBeNull()
  })
})
