import { type MenuFilter, NO_MENU_FILTER } from '#features/menu/filter/rules.ts'
import type { MenuTab } from '#features/menu/rules.ts'

/** Id of the heading to which the tabs lead. */
export const MENU_GROUP = 'menu-group'

/** Id of the filters to which they lead themselves: several are chosen one after the other. */
export const MENU_FILTERS = 'menu-filters'

export type MenuView = 'card' | 'list'

/** The open tab, which a filter covers and gives back, and the view. */
export type MenuShown = { readonly tab: MenuTab; readonly view: MenuView }

export const menuView = (text: string | null): MenuView => (text === 'list' ? 'list' : 'card')

/** URL of a menu tab in a view. Defaults are left out, so that each list has one URL. */
export const menuAddress = (tab: MenuTab, view: MenuView = 'card'): string =>
  foundAddress(NO_MENU_FILTER, { tab, view })

/** URL of the dishes of all tabs that a filter finds; without one, of the tab that was open before. */
export const foundAddress = (filter: MenuFilter, shown: MenuShown): string =>
  addressOf(filterParams(filter, shown))

const addressOf = (params: Record<string, string>): string => {
  const query = new URLSearchParams(params).toString()
  return query ? `/menu?${query}` : '/menu'
}

export const filterParams = (filter: MenuFilter, { tab, view }: MenuShown): Record<string, string> => ({
  ...(tab === 'appetizers' ? {} : { tab }),
  ...(filter.search === '' ? {} : { q: filter.search }),
  ...(filter.diets.length === 0 ? {} : { diet: filter.diets.join(',') }),
  ...(view === 'card' ? {} : { view }),
})
