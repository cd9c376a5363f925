import { decimalUsd } from '#lib/money.ts'
import { renditionPath } from '#features/media/rules.ts'
import { MENU_TABS, schemaDescription, schemaDiets } from '#features/menu/rules.ts'
import type { MenuItem } from '#features/menu/schema.ts'
import { menuAddress } from './menu-address.ts'

type Item = Omit<MenuItem, 'id' | 'ingredients'> & Partial<Pick<MenuItem, 'ingredients'>>

/** A menu item as schema.org structured data. */
export const menuItemData = (item: Item, origin: string) => ({
  '@type': 'MenuItem',
  name: item.name,
  description: schemaDescription(item),
  url: `${origin}/menu/${item.slug}`,
  ...(item.picture ? { image: origin + renditionPath(item.picture.id, { width: 960, format: 'jpg' }) } : {}),
  offers: {
    '@type': 'Offer',
    price: decimalUsd(item.priceCents),
    priceCurrency: 'USD',
    availability: `https://schema.org/${item.isSoldOutToday ? 'SoldOut' : 'InStock'}`,
  },
  ...(item.ingredients ? { ingredients: item.ingredients } : {}),
  suitableForDiet: schemaDiets(item.dietary),
})

/** The whole menu as structured data, whichever tab the page shows. */
export const menuData = (items: readonly Item[], venueName: string, origin: string) => ({
  '@context': 'https://schema.org',
  '@type': 'Menu',
  name: `${venueName} Menu`,
  url: `${origin}/menu`,
  inLanguage: 'en',
  hasMenuSection: MENU_TABS.map(({ tab, label, category }) => ({
    '@type': 'MenuSection',
    name: label,
    url: origin + menuAddress(tab),
    hasMenuItem: items.filter((item) => item.category === category).map((item) => menuItemData(item, origin)),
  })),
})

type Step = { readonly name: string; readonly path: string }

export const breadcrumbData = (steps: readonly Step[], origin: string) => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + path,
  })),
})
