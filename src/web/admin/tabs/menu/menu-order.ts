import type { StaffMenuItem } from '#features/menu/schema.ts'

type Compare = (a: StaffMenuItem, b: StaffMenuItem) => number

/** Orders of the staff's list. Guests see the order in which staff arranged the menu, whatever this list is sorted by. */
const BY: Readonly<Record<string, Compare>> = {
  menu: () => 0,
  name: (a, b) => a.name.localeCompare(b.name),
  cheapest: (a, b) => a.priceCents - b.priceCents,
  dearest: (a, b) => b.priceCents - a.priceCents,
}

/** The order that a URL asks for; that of the menu if it asks for none that there is. */
export const menuOrderOf = (asked: string | null): string =>
  asked !== null && Object.hasOwn(BY, asked) ? asked : 'menu'

/** The items in an order, equal ones as in the menu. */
export const itemsIn = (order: string, items: readonly StaffMenuItem[]): readonly StaffMenuItem[] =>
  items.toSorted(BY[order])
