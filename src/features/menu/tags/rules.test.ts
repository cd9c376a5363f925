import { expect, test } from 'vitest'
import { DIET_CHOICES, filterMenu, readMenuFilter } from '#features/menu/filter/rules.ts'
import { joinTags, KNOWN_TAGS, splitTags } from './rules.ts'

test.each([
  ['', [], ''],
  ['Vegan, contains nuts ,kosher', ['vegan', 'contains-nuts'], 'kosher'],
  ['raw, Gluten Free, halal', ['gluten-free', 'halal'], 'raw'],
])('the tags %j are %j and the text %j', (text, known, others) =>
  expect(splitTags(text)).toEqual({ known, others }),
)

test('a known tag that is typed beside its box is stored once, as the filter reads it', () => {
  expect(joinTags({ known: ['vegan'], others: 'Vegan, Contains Nuts, raw' })).toBe(
    'vegan, contains-nuts, raw',
  )
})

test('each known tag is read by a choice of the filter', () => {
  const dishes = KNOWN_TAGS.map((tag) => ({ name: '', description: '', ingredients: [], dietary: [tag] }))
  const counts = DIET_CHOICES.map(({ diet }) =>
    filterMenu(dishes, readMenuFilter(new URLSearchParams({ diet }))),
  )
  const sizes = Object.fromEntries(DIET_CHOICES.map(({ diet }, index) => [diet, counts[index]?.length]))
  expect(sizes).toEqual({
    vegetarian: 2,
    vegan: 1,
    'gluten-free': 1,
    halal: 1,
    'dairy-free': 2,
    'no-nuts': KNOWN_TAGS.length - 1,
    spicy: 1,
  })
})
