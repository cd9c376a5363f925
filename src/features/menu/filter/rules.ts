import type { MenuItem } from '#features/menu/schema.ts'
import { capitalized } from '#lib/text/capitalized.ts'

type Tags = readonly string[]

/** An item that is tagged with one of these. Vegan food is vegetarian and free of dairy, tagged so or not. */
const withOneOf =
  (...wanted: Tags) =>
  (tags: Tags): boolean =>
    wanted.some((tag) => tags.includes(tag))

/**
 * Choices of the dietary filter in display order: value in the URL, label, and the items that suit. Nuts are left out, not
 * looked for: a guest with an allergy who chooses "nuts" must never be shown exactly the dishes that harm.
 */
export const DIET_CHOICES = [
  { diet: 'vegetarian', label: 'Vegetarian', suits: withOneOf('vegetarian', 'vegan') },
  { diet: 'vegan', label: 'Vegan', suits: withOneOf('vegan') },
  { diet: 'gluten-free', label: 'Gluten-free', suits: withOneOf('gluten-free') },
  { diet: 'halal', label: 'Halal', suits: withOneOf('halal') },
  { diet: 'dairy-free', label: 'Dairy-free', suits: withOneOf('dairy-free', 'vegan') },
  { diet: 'no-nuts', label: 'Without nuts', suits: (tags: Tags) => !tags.includes('contains-nuts') },
  { diet: 'spicy', label: 'Spicy', suits: withOneOf('spicy') },
] as const satisfies readonly { diet: string; label: string; suits: (tags: Tags) => boolean }[]

export type Diet = (typeof DIET_CHOICES)[number]['diet']

export type MenuFilter = { readonly search: string; readonly diets: readonly Diet[] }

export const NO_MENU_FILTER: MenuFilter = { search: '', diets: [] }

const MOST_SEARCHED = 100

/** Reads `q` and `diet` of a query. Unknown diets are ignored; a long text is cut. */
export function readMenuFilter(query: URLSearchParams): MenuFilter {
  const asked = (query.get('diet') ?? '').split(',')
  return {
    search: (query.get('q') ?? '').trim().slice(0, MOST_SEARCHED),
    diets: DIET_CHOICES.map(({ diet }) => diet).filter((diet) => asked.includes(diet)),
  }
}

export const isFiltered = ({ search, diets }: MenuFilter): boolean => search !== '' || diets.length > 0

/** The filter with a diet added or, if it was chosen, taken away. Diets keep their order, so that each list has one URL. */
export const toggleDiet = (filter: MenuFilter, diet: Diet): MenuFilter => ({
  ...filter,
  diets: DIET_CHOICES.map((it) => it.diet).filter((it) => filter.diets.includes(it) !== (it === diet)),
})

/** Labels of the chosen diets, such as `Vegan, gluten-free`; empty without one. */
export function dietsText(diets: readonly Diet[]): string {
  const labels = DIET_CHOICES.filter(({ diet }) => diets.includes(diet)).map(({ label }) =>
    label.toLowerCase(),
  )
  return capitalized(labels.join(', '))
}

/** Lower case without accents and other marks, so that `jalapeno` finds `Jalapeño`. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

type Searched = Pick<MenuItem, 'name' | 'description' | 'ingredients' | 'dietary'>

/** Items that suit all chosen diets and match every word in name, description, ingredients or tags. */
export function filterMenu<Item extends Searched>(
  items: readonly Item[],
  { search, diets }: MenuFilter,
): Item[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  const choices = DIET_CHOICES.filter(({ diet }) => diets.includes(diet))
  return items.filter(({ name, description, ingredients, dietary }) => {
    const tags = dietary.map((tag) => tag.toLowerCase().replaceAll(' ', '-'))
    const text = plain([name, description, ...ingredients, ...dietary].join(' '))
    return choices.every(({ suits }) => suits(tags)) && words.every((word) => text.includes(word))
  })
}
