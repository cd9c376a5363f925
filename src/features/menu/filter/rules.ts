import type { MenuItem } from '#features/menu/schema.ts'
import { namesNut } from '#features/menu/nuts/rules.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import { plainText } from '#lib/text/plain-text.ts'

type Dish = {
  /** Tags in lower case with hyphens. */
  readonly tags: readonly string[]
  /** Name, description, ingredients and tags in lower case without accents. */
  readonly texts: readonly string[]
}

/** An item with one of these tags. Vegan food is vegetarian and free of dairy, tagged so or not. */
const withOneOf =
  (...wanted: readonly string[]) =>
  ({ tags }: Dish): boolean =>
    wanted.some((tag) => tags.includes(tag))

/**
 * Choices of the dietary filter in display order: value in the URL, label, and the items that suit. Nuts are left out, not
 * looked for: a guest with an allergy who chooses "nuts" must never be shown exactly the dishes that harm. Tags are typed by
 * staff, so that each way to name a nut counts, wherever it stands.
 */
export const DIET_CHOICES = [
  { diet: 'vegetarian', label: 'Vegetarian', suits: withOneOf('vegetarian', 'vegan') },
  { diet: 'vegan', label: 'Vegan', suits: withOneOf('vegan') },
  { diet: 'gluten-free', label: 'Gluten-free', suits: withOneOf('gluten-free') },
  { diet: 'halal', label: 'Halal', suits: withOneOf('halal') },
  { diet: 'dairy-free', label: 'Dairy-free', suits: withOneOf('dairy-free', 'vegan') },
  { diet: 'no-nuts', label: 'Without nuts', suits: ({ texts }: Dish) => !namesNut(texts) },
  { diet: 'spicy', label: 'Spicy', suits: withOneOf('spicy') },
] as const satisfies readonly { diet: string; label: string; suits: (dish: Dish) => boolean }[]

export type Diet = (typeof DIET_CHOICES)[number]['diet']

export type MenuFilter = {
  readonly search: string
  readonly diets: readonly Diet[]
  /** Whether an unknown diet was asked for. The page says so, because it filters by the others only. */
  readonly hasUnknown: boolean
}

export const NO_MENU_FILTER: MenuFilter = { search: '', diets: [], hasUnknown: false }

const MOST_SEARCHED = 100

/** Reads `q` and `diet` of a query. A long text is cut. */
export function readMenuFilter(query: URLSearchParams): MenuFilter {
  const { diets, hasUnknown } = readDiets(query.getAll('diet'))
  return { search: (query.get('q') ?? '').trim().slice(0, MOST_SEARCHED), diets, hasUnknown }
}

/** Diets of the values of a query parameter, however their words are ordered, spaced and repeated. */
function readDiets(values: readonly string[]): Pick<MenuFilter, 'diets' | 'hasUnknown'> {
  const asked = new Set(
    values
      .join(',')
      .split(',')
      .map((word) => word.trim().toLowerCase())
      .filter((word) => word !== ''),
  )
  const diets = DIET_CHOICES.map(({ diet }) => diet).filter((diet) => asked.has(diet))
  return { diets, hasUnknown: diets.length < asked.size }
}

/** Stands for all diets that are none of the choices, so that made-up words have one address. */
const UNKNOWN_DIET = 'other'

/** One text for each choice of diets, for the cache key of a page; null where none was asked for. */
export function canonicalDiets(values: readonly string[]): string | null {
  const { diets, hasUnknown } = readDiets(values)
  const words = hasUnknown ? [...diets, UNKNOWN_DIET] : diets
  return words.length === 0 ? null : words.join(',')
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

/**
 * Sentences about the found dishes that are true for a guest with an allergy: a diet is a mark on the menu, and a dish
 * without nuts is one for which none are named.
 */
export function allergyText(diets: readonly Diet[]): string {
  const isWithoutNuts = diets.includes('no-nuts')
  if (!isWithoutNuts)
    return 'These are the dishes marked so on our menu. One kitchen prepares them all: with an allergy, please tell us when you order.'
  const others = diets.length > 1 ? 'Apart from nuts, these are the dishes marked so on our menu. ' : ''
  return `${others}No nuts are named for these dishes. Tell your server about an allergy: one kitchen prepares them all.`
}

type Searched = Pick<MenuItem, 'name' | 'description' | 'ingredients' | 'dietary'>

/** Items that suit all chosen diets and match every word in name, description, ingredients or tags. */
export function filterMenu<Item extends Searched>(
  items: readonly Item[],
  { search, diets }: MenuFilter,
): Item[] {
  const words = plainText(search).split(/\s+/).filter(Boolean)
  const choices = DIET_CHOICES.filter(({ diet }) => diets.includes(diet))
  return items.filter(({ name, description, ingredients, dietary }) => {
    const tags = dietary.map((tag) => tag.toLowerCase().replaceAll(' ', '-'))
    const texts = [name, description, ...ingredients, ...dietary].map(plainText)
    const text = texts.join(' ')
    return choices.every(({ suits }) => suits({ tags, texts })) && words.every((word) => text.includes(word))
  })
}
