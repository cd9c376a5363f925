import * as z from 'zod/mini'
import { version } from '#lib/forms/shapes.ts'
import type { Picture } from '#features/media/schema.ts'
import { isPrice, parseUsd } from '#lib/money.ts'

export const MENU_CATEGORIES = ['appetizer', 'main', 'dessert', 'beverage'] as const
export type MenuCategory = (typeof MENU_CATEGORIES)[number]

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
  /** Sold out for the rest of the business date; available again the next day. */
  readonly isSoldOutToday: boolean
}

/** Menu item as staff edit it. */
export type StaffMenuItem = MenuItem & { readonly version: number }

const MAX_CENTS = 10_000_000

const price = z.pipe(
  z.string(),
  z.transform((text, context) => {
    const cents = parseUsd(text)
    if (cents !== null && cents <= MAX_CENTS && isPrice(cents)) return cents
    const message =
      cents === null || isPrice(cents)
        ? 'Please enter an amount such as 24.50'
        : 'A price is $0.50 or more, or 0 for what costs nothing.'
    context.issues.push({ code: 'custom', input: text, message })
    return z.NEVER
  }),
)

/** Splits `tomato, , basil ` into `tomato` and `basil`. */
const list = z.pipe(
  z.string().check(z.maxLength(1000)),
  z.transform((text) =>
    text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
)

/** Menu item form as submitted: price and lists arrive as typed text. */
export const menuItemForm = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1, 'Please enter a name'), z.maxLength(120)),
  description: z.string().check(z.trim(), z.maxLength(2000)),
  price,
  category: z.enum(MENU_CATEGORIES),
  imageId: z.nullable(z.uuid()),
  ingredients: list,
  dietary: list,
})
export type MenuItemForm = z.output<typeof menuItemForm>

export const menuItemEdit = z.extend(menuItemForm, { version })

export const soldOutForm = z.strictObject({ isSoldOut: z.boolean() })

export const menuOrderForm = z.strictObject({
  category: z.enum(MENU_CATEGORIES),
  ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(500)),
})
