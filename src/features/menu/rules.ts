import { formatUsdShort } from '#lib/money.ts'
import type { MenuCategory, MenuItem } from './schema.ts'

/** The tabs of the menu in their order, each with the word in its address and the category behind it. */
export const MENU_TABS = [
  { tab: 'appetizers', label: 'Appetizers', category: 'appetizer' },
  { tab: 'mains', label: 'Mains', category: 'main' },
  { tab: 'drinks', label: 'Drinks', category: 'beverage' },
  { tab: 'desserts', label: 'Desserts', category: 'dessert' },
] as const satisfies readonly { tab: string; label: string; category: MenuCategory }[]

export type MenuTab = (typeof MENU_TABS)[number]['tab']

/** The tab an address asks for; anything unknown is the first. */
export const menuTab = (text: string | null): MenuTab =>
  MENU_TABS.find((it) => it.tab === text)?.tab ?? 'appetizers'

/** `Appetizer`, `Main`, `Drink`, `Dessert`: the badge of an item. */
export const categoryLabel = (category: MenuCategory): string =>
  MENU_TABS.find((it) => it.category === category)?.label.replace(/s$/, '') ?? category

export const tabOfCategory = (category: MenuCategory): MenuTab =>
  MENU_TABS.find((it) => it.category === category)?.tab ?? 'appetizers'

const DIETS: Record<string, string> = {
  vegan: 'https://schema.org/VeganDiet',
  vegetarian: 'https://schema.org/VegetarianDiet',
  'gluten-free': 'https://schema.org/GlutenFreeDiet',
  halal: 'https://schema.org/HalalDiet',
  kosher: 'https://schema.org/KosherDiet',
}

/** Dietary tags in the words of schema.org; tags it has no word for are left out. */
export const schemaDiets = (dietary: readonly string[]): string[] =>
  dietary.flatMap((tag) => DIETS[tag.toLowerCase()] ?? [])

/**
 * The item of a category that stands for the house: the first whose picture staff show among the gallery's featured
 * ones, or else the first of the menu that has a picture.
 */
export function signatureOf<I extends Pick<MenuItem, 'category' | 'picture' | 'isSoldOutToday'>>(
  items: readonly I[],
  category: MenuCategory,
  featuredPictures: readonly string[],
): I | null {
  const able = items.filter((it) => it.category === category && it.picture && !it.isSoldOutToday)
  const rank = ({ picture }: I): number => {
    const place = featuredPictures.indexOf(picture?.id ?? '')
    return place === -1 ? featuredPictures.length : place
  }
  return able.toSorted((a, b) => rank(a) - rank(b))[0] ?? null
}

/** `$7–$42`: from the cheapest to the dearest of the menu; null while there is no menu. */
export function priceSpan(items: readonly Pick<MenuItem, 'priceCents'>[]): string | null {
  if (items.length === 0) return null
  const cents = items.map((it) => it.priceCents)
  return `${formatUsdShort(Math.min(...cents))}–${formatUsdShort(Math.max(...cents))}`
}
