import { describe, expect, test } from 'vitest'
import { readSeedContent, type SeedDish } from './content.ts'

const { dishes } = await readSeedContent(import.meta.dirname)

const TAGS = ['vegetarian', 'vegan', 'gluten-free', 'halal', 'dairy-free', 'contains-nuts', 'spicy']

/** Matches any of the words, also in the plural. */
const words = (...all: readonly string[]): RegExp => new RegExp(`\\b(${all.join('|')})s?\\b`, 'i')
const LOOKS_LIKE_DAIRY = /butter beans|oat milk/gi

const DAIRY = words(
  'milk',
  'cream',
  'crème fraîche',
  'butter(?:ed)?',
  'niter kibbeh',
  'yogurt',
  'labneh',
  'ice cream',
  'gelato',
  'cheese',
  'mozzarella',
  'pecorino',
  'feta',
  'halloumi',
  'mascarpone',
)
const MEAT = words('lamb', 'beef', 'sirloin', 'chicken', 'duck', 'oxtail', 'merguez', 'gelatine')
const FISH = words('prawn', 'octopus', 'branzino', 'mussel', 'scallop')
// Pecorino is made with animal rennet.
const NOT_VEGETARIAN = words(MEAT.source, FISH.source, 'pecorino')
const NOT_VEGAN = words(NOT_VEGETARIAN.source, DAIRY.source, 'egg', 'honey')
const ALCOHOL = words(
  'wine',
  'bourbon',
  'rye',
  'whiskey',
  'vodka',
  'liqueur',
  'mezcal',
  'gin',
  'vermouth',
  'rum',
  'prosecco',
  'aperitivo',
  'bitters',
  'Pinotage',
  'Assyrtiko',
)
// Dijon mustard is made with white wine.
const NOT_HALAL = words(ALCOHOL.source, 'dijon', 'pork', 'bacon', 'gelatine')
const NUTS = words('peanut', 'groundnut', 'almond', 'walnut', 'hazelnut', 'pistachio', 'cashew', 'yaji')
const GLUTEN = words(
  'panko',
  'flatbread',
  'bread',
  'wheat',
  'pita',
  'pastry',
  'couscous',
  'orzo',
  'tagliatelle',
  'filo',
  'flour',
  'sponge',
  'semolina',
  'kataifi',
)
const HOT = words('scotch bonnet', 'cayenne', 'harissa', 'berbere', 'piri-piri', 'chilli', 'alligator pepper')

const textOf = ({ name, description, ingredients }: SeedDish): string =>
  [name, description, ...ingredients].join(' | ').replaceAll(LOOKS_LIKE_DAIRY, '')

/** Names of the dishes that have the tag, or lack it, although their words say otherwise. */
const contradicting = (pattern: RegExp, isWrong: (tags: readonly string[]) => boolean): string[] =>
  dishes.filter((dish) => pattern.test(textOf(dish)) && isWrong(dish.dietary)).map(({ name }) => name)

const has =
  (tag: string) =>
  (tags: readonly string[]): boolean =>
    tags.includes(tag)
const lacks =
  (tag: string) =>
  (tags: readonly string[]): boolean =>
    !tags.includes(tag)

describe('the dietary tags of the seeded menu', () => {
  test.each([
    ['meat, fish or rennet', 'vegetarian', NOT_VEGETARIAN],
    ['anything of an animal', 'vegan', NOT_VEGAN],
    ['dairy', 'dairy-free', DAIRY],
    ['wheat', 'gluten-free', GLUTEN],
    ['alcohol, pork or gelatine', 'halal', NOT_HALAL],
  ])('a dish with %s is not %s', (_what, tag, pattern) => {
    expect(dishes.filter((dish) => pattern.test(textOf(dish))).length).toBeGreaterThan(0)
    expect(contradicting(pattern, has(tag))).toEqual([])
  })

  test.each([
    ['nuts', 'contains-nuts', NUTS],
    ['chilli', 'spicy', HOT],
  ])('a dish with %s says %s', (_what, tag, pattern) =>
    expect(contradicting(pattern, lacks(tag))).toEqual([]),
  )

  test('a dish that warns of nuts or heat names them', () => {
    const named = (pattern: RegExp) => (dish: SeedDish) => pattern.test(textOf(dish))
    const warned = (tag: string) => dishes.filter(({ dietary }) => dietary.includes(tag))
    expect(warned('contains-nuts').filter((dish) => !named(NUTS)(dish))).toEqual([])
    expect(warned('spicy').filter((dish) => !named(words(HOT.source, 'heat'))(dish))).toEqual([])
  })

  test('a dish without meat, fish or rennet is vegetarian', () => {
    const isMeatless = (dish: SeedDish) => !NOT_VEGETARIAN.test(textOf(dish))
    const untagged = dishes.filter((dish) => isMeatless(dish) && !dish.dietary.includes('vegetarian'))
    expect(untagged.map(({ name }) => name)).toEqual([])
  })

  test.each(['vegetarian', 'dairy-free'])('every vegan dish is %s', (tag) => {
    const vegan = dishes.filter(({ dietary }) => dietary.includes('vegan'))
    expect(vegan.length).toBeGreaterThan(0)
    expect(vegan.filter(({ dietary }) => !dietary.includes(tag)).map(({ name }) => name)).toEqual([])
  })

  test('every tag is one of the filter, once, and every dish has one', () => {
    for (const { name, dietary } of dishes) {
      expect(dietary.length, name).toBeGreaterThan(0)
      expect(new Set(dietary).size, name).toBe(dietary.length)
      expect(TAGS, name).toEqual(expect.arrayContaining(dietary))
    }
  })

  const sections = [...new Set(dishes.map(({ category }) => category))]
  test.each(sections)('something vegetarian, gluten-free and halal is in the section %s', (section) => {
    const tags = new Set(dishes.filter((it) => it.category === section).flatMap(({ dietary }) => dietary))
    expect([...tags]).toEqual(expect.arrayContaining(['vegetarian', 'gluten-free', 'halal']))
  })
})
