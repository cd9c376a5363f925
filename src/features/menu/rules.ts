import { formatUsdShort } from '#lib/money.ts'
import type { MenuCategory, MenuItem } from './schema.ts'

/** Menu tabs in display order: URL parameter, label and category. */
export const MENU_TABS = [
  { tab: 'appetizers', label: 'Appetizers', category: 'appetizer' },
  { tab: 'mains', label: 'Mains', category: 'main' },
  { tab: 'drinks', label: 'Drinks', category: 'beverage' },
  { tab: 'desserts', label: 'Desserts', category: 'dessert' },
] as const satisfies readonly { tab: string; label: string; category: MenuCategory }[]

export type MenuTab = (typeof MENU_TABS)[number]['tab']

/** Parses the tab from the query string; unknown values fall back to the first tab. */
export const menuTab = (text: string | null): MenuTab =>
  MENU_TABS.find((it) => it.tab === text)?.tab ?? 'appetizers'

/** Badge text of a category: `Appetizer`, `Main`, `Drink` or `Dessert`. */
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

/** Diets that schema.org has a URL for. */
export const schemaDiets = (dietary: readonly string[]): string[] =>
  dietary.flatMap((tag) => DIETS[tag.toLowerCase()] ?? [])

/** Description of an item for search engines: dietary tags that schema.org has no diet for follow in words. */
export function schemaDescription({
  description,
  dietary,
}: {
  readonly description: string
  readonly dietary: readonly string[]
}): string {
  const others = dietary.filter((tag) => DIETS[tag.toLowerCase()] === undefined)
  return others.length === 0 ? description : `${description} Dietary information: ${others.join(', ')}.`
}

/**
 * Signature item of a category: the first with a picture in the gallery's featured tab, else the first with a picture.
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

/** Price range of the menu, such as `$7–$42`; null for an empty menu. */
export function priceSpan(items: readonly Pick<MenuItem, 'priceCents'>[]): string | null {
  if (items.length === 0) return null
  const cents = items.map((it) => it.priceCents)
  return `${formatUsdShort(Math.min(...cents))}–${formatUsdShort(Math.max(...cents))}`
}
