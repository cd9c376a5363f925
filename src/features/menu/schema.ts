import type { Picture } from '#features/media/schema.ts'

export type MenuCategory = 'appetizer' | 'main' | 'beverage' | 'dessert'

export type MenuItem = {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly priceCents: number
  readonly category: MenuCategory
  readonly picture: Picture | null
  readonly ingredients: readonly string[]
  readonly dietary: readonly string[]
  /** Ran out today; back tomorrow. */
  readonly isSoldOutToday: boolean
}
