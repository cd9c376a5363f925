import type { MenuTab } from '#features/menu/rules.ts'

/** Id of the heading to which the tabs lead. */
export const MENU_GROUP = 'menu-group'

export type MenuView = 'card' | 'list'

export const menuView = (text: string | null): MenuView => (text === 'list' ? 'list' : 'card')

/** URL of a menu tab in a view. Defaults are left out, so that each list has one URL. */
export function menuAddress(tab: MenuTab, view: MenuView = 'card'): string {
  const query = new URLSearchParams(menuParams(tab, view)).toString()
  return query ? `/menu?${query}` : '/menu'
}

export const menuParams = (tab: MenuTab, view: MenuView): Record<string, string> => ({
  ...(tab === 'appetizers' ? {} : { tab }),
  ...(view === 'card' ? {} : { view }),
})
