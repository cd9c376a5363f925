import { type MenuFilter, NO_MENU_FILTER } from '#features/menu/filter/rules.ts'
import type { MenuTab } from '#features/menu/rules.ts'

/** Id of the heading to which the tabs lead. */
export const MENU_GROUP = 'menu-group'

/** Id of the filters to which they lead themselves: several are chosen one after the other. */
export const MENU_FILTERS = 'menu-filters'

export type MenuView = 'card' | 'list'

export const menuView = (text: string | null): MenuView => (text === 'list' ? 'list' : 'card')

/** URL of a menu tab in a view. Defaults are left out, so that each list has one URL. */
export const menuAddress = (tab: MenuTab, view: MenuView = 'card'): string => addressOf(menuParams(tab, view))

/** URL of the dishes of all tabs that a filter finds. */
export const foundAddress = (filter: MenuFilter, view: MenuView): string =>
  addressOf(filterParams(filter, view))

const addressOf = (params: Record<string, string>): string => {
  const query = new URLSearchParams(params).toString()
  return query ? `/menu?${query}` : '/menu'
}

const menuParams = (tab: MenuTab, view: MenuView): Record<string, string> => ({
  ...(tab === 'appetizers' ? {} : { tab }),
  ...filterParams(NO_MENU_FILTER, view),
})

export const filterParams = (filter: MenuFilter, view: MenuView): Record<string, string> => ({
  ...(filter.search === '' ? {} : { q: filter.search }),
  ...(filter.diets.length === 0 ? {} : { diet: filter.diets.join(',') }),
  ...(view === 'card' ? {} : { view }),
})
