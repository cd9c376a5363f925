import type { MenuTab } from '#features/menu/rules.ts'

export type MenuView = 'card' | 'list'

export const menuView = (text: string | null): MenuView => (text === 'list' ? 'list' : 'card')

/** Where a tab of the menu is, in cards or as a list. What goes without saying is left out. */
export function menuAddress(tab: MenuTab, view: MenuView = 'card'): string {
  const query = new URLSearchParams(menuParams(tab, view)).toString()
  return query ? `/menu?${query}` : '/menu'
}

export const menuParams = (tab: MenuTab, view: MenuView): Record<string, string> => ({
  ...(tab === 'appetizers' ? {} : { tab }),
  ...(view === 'card' ? {} : { view }),
})
