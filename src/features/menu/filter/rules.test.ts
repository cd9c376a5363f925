import { describe, expect, test } from 'vitest'
import { matchCacheRule } from '#page-cache/cache-rules.ts'
import {
  allergyText,
  DIET_CHOICES,
  dietsText,
  filterMenu,
  isFiltered,
  readMenuFilter,
  toggleDiet,
} from './rules.ts'

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

  test.each([
    ['a free tag', dish('Satay', ['Nuts'])],
    ['a tag in words', dish('Stew', ['contains peanuts'])],
    ['a tag of another kind of nut', dish('Salad', ['Tree Nuts'])],
    ['its ingredients', dish('Couscous', [], ['toasted almonds', 'raisins'])],
    ['a warning', dish('Sponge', ['May contain: walnut'])],
    ['its name', dish('Pistachio Gelato', ['vegetarian'])],
    ['a food that is made of nuts', dish('Cauliflower', ['vegan'], ['dukkah'])],
    ['an offer to leave them out', { ...dish('Rice', []), description: 'Without nuts on request.' }],
    ['nuts beside the one that is absent', dish('Toast', ['no-peanuts'], ['cashew'])],
  ])('a dish whose nuts are named by %s is not without nuts', (_where, harmful) =>
    expect(filterMenu([harmful], read('diet=no-nuts'))).toEqual([]),
  )

  test.each([
    dish('Coconut Rice', [], ['coconut', 'butternut squash', 'nutmeg']),
    dish('Doughnuts', ['nut-free'], ['sesame']),
    dish('Plain Flatbread', ['No nuts'], ['water chestnuts']),
  ])('$name are without nuts', (harmless) =>
    expect(filterMenu([harmless], read('diet=no-nuts'))).toEqual([harmless]),
  )

  test('calls dishes without nuts neither marked so nor safe', () => {
    expect(allergyText(['no-nuts'])).toMatch(/^No nuts are named for these dishes\. Tell your server/)
    expect(allergyText(['vegan', 'no-nuts'])).toMatch(/^Apart from nuts, these are the dishes marked so/)
    expect(allergyText(['vegan'])).toMatch(/^These are the dishes marked so/)
  })

  test('tells what it does not know, and cuts a long text', () => {
    expect(isFiltered(read('diet=paleo,&q=++'))).toBe(false)
    expect(read('diet=paleo').hasUnknown).toBe(true)
    expect(read('diet=,vegan,Halal+&q=x').hasUnknown).toBe(false)
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
    expect(matchCacheRule('/menu?q=yam')).toBeNull()
  })

  test.each([
    ['diet=halal,vegan', 'vegan,halal'],
    ['diet=vegan,&diet=No-Nuts', 'vegan,no-nuts'],
    ['diet=vegan,vegan', 'vegan'],
    ['diet=nut-free,vegan', 'vegan,other'],
    ['diet=paleo,keto', 'other'],
  ])('never leads from %s to the unfiltered menu without a word', (query, diet) => {
    const address = matchCacheRule(`/menu?${query}`)?.address ?? ''
    expect(address).toBe(`/menu?diet=${encodeURIComponent(diet)}`)
    expect(readMenuFilter(new URL(address, 'http://x').searchParams)).toEqual(read(query))
    expect(matchCacheRule('/menu?diet=,')?.address).toBe('/menu')
  })
})
