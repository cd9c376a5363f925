import { MENU_CATEGORIES, type MenuCategory, type StaffMenuItem } from '#features/menu/schema.ts'
import { decimalUsd, parseUsd } from '#lib/money.ts'

export const MENU_KEY = ['menu']
/** Pages of the items; the id follows. */
export const MENU_PAGES = '/admin/menu'

/** Form values of a menu item: text as typed. */
export type MenuFields = {
  readonly name: string
  readonly price: string
  readonly category: MenuCategory
  readonly description: string
  readonly ingredients: string
  readonly dietary: string
  readonly imageId: string | null
}

export const CATEGORY_OPTIONS = MENU_CATEGORIES.map((it) => ({ value: it, label: it }))

export const categoryOf = (text: string): MenuCategory =>
  MENU_CATEGORIES.find((it) => it === text) ?? 'appetizer'

export const newMenuFields = (category: MenuCategory): MenuFields => ({
  name: '',
  price: '',
  category,
  description: '',
  ingredients: '',
  dietary: '',
  imageId: null,
})

export const menuFieldsOf = (item: StaffMenuItem): MenuFields => ({
  name: item.name,
  price: decimalUsd(item.priceCents),
  category: item.category,
  description: item.description,
  ingredients: item.ingredients.join(', '),
  dietary: item.dietary.join(', '),
  imageId: item.picture?.id ?? null,
})

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** The item after a successful update, for the optimistic list. */
export const menuItemWith = (item: StaffMenuItem, fields: MenuFields): StaffMenuItem => ({
  ...item,
  name: fields.name.trim(),
  priceCents: parseUsd(fields.price) ?? item.priceCents,
  category: fields.category,
  description: fields.description.trim(),
  ingredients: listOf(fields.ingredients),
  dietary: listOf(fields.dietary),
  picture: fields.imageId === item.picture?.id ? item.picture : null,
})
