import { useLocation } from 'react-router'
import { MENU_TABS, menuTab, type MenuTab } from '#features/menu/rules.ts'
import type { MenuItem } from '#features/menu/schema.ts'
import { loadMenu } from '#features/menu/service.ts'
import type { MenuCardItem } from '#features/menu/ui/menu-card.tsx'
import { MenuCards } from '#features/menu/ui/menu-cards.tsx'
import { MenuList } from '#features/menu/ui/menu-list.tsx'
import {
  dietsText,
  filterMenu,
  isFiltered,
  type MenuFilter,
  readMenuFilter,
} from '#features/menu/filter/rules.ts'
import { countText } from '#lib/text/count.ts'
import { StateNote } from '#ui/state.tsx'
import { withContext } from '#http/context.ts'
import { LoadFailure } from '../page/load-failure.tsx'
import { foundAddress, MENU_GROUP, menuAddress, type MenuShown, menuView } from './menu-address.ts'
import { MenuFilters } from './menu-filters.tsx'
import { MenuFound } from './menu-found.tsx'
import { menuData } from './menu-structured-data.ts'
import { MenuTabs, ViewToggle } from './menu-toolbar.tsx'
import { PageHeading } from '../page/page-heading.tsx'
import { rootDataOf, pageMeta } from '../page/page-meta.ts'
import { ReloadLink } from '../page/reload-link.tsx'
import { useRootData } from '../layout/site-layout.tsx'
import { StructuredData } from '../page/structured-data.tsx'
import type { Route } from './+types/menu.ts'

/** Loads the whole menu: the structured data lists it, whatever tab is open or filter chosen. */
export const loader = withContext(async (deps, { request }: Route.LoaderArgs) => {
  const filter = readMenuFilter(new URL(request.url).searchParams)
  const items = await loadMenu(deps)
  const found = isFiltered(filter) ? filterMenu(items, filter).map(toCardItem) : null
  return { data: items.map(toCardItem), filter, found }
})

const toCardItem = ({ id: _id, ingredients: _ingredients, ...item }: MenuItem): MenuCardItem => item

export const meta: Route.MetaFunction = ({ matches, location, loaderData }) => {
  const root = rootDataOf(matches)
  if (!root) return []
  const { venue, origin } = root
  const tab = menuTab(new URLSearchParams(location.search).get('tab'))
  const items = loaderData?.data ?? []
  return pageMeta({
    title: `Menu | ${venue.name}`,
    description: `Appetizers, mains, drinks and desserts at ${venue.name}. ${venue.description}`,
    path: menuAddress(tab),
    origin,
    siteName: venue.name,
    picture: items.find((item) => item.picture)?.picture ?? null,
  })
}

type Shown = MenuShown & { readonly label: string }

function readShown(search: string): Shown {
  const query = new URLSearchParams(search)
  const tab = menuTab(query.get('tab'))
  return {
    tab,
    view: menuView(query.get('view')),
    label: MENU_TABS.find((it) => it.tab === tab)?.label ?? '',
  }
}

export default function Menu({ loaderData: { data: items, filter, found } }: Route.ComponentProps) {
  const { venue, origin } = useRootData()
  const shown = readShown(useLocation().search)
  const { tab, view } = shown
  return (
    <>
      <MenuHeading />
      <MenuTabs tab={found ? null : tab} view={view} />
      <section aria-labelledby={MENU_GROUP} className="wrap pt-4 md:pt-8">
        <MenuFilters filter={filter} shown={shown} />
        <div id="menu-results" data-search-results className="pt-5 md:pt-8">
          <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
            <h2 id={MENU_GROUP} className="scroll-mt-40 text-heading">
              {found ? foundText(found.length, filter) : shown.label}
            </h2>
            <ViewToggle view={view} addressIn={(other) => foundAddress(filter, { tab, view: other })} />
          </div>
          {found ? (
            <MenuFound items={found} filter={filter} {...shown} />
          ) : (
            <ItemList items={items.filter((item) => item.category === categoryOf(tab))} shown={shown} />
          )}
        </div>
      </section>
      <StructuredData data={menuData(items, venue.name, origin)} />
    </>
  )
}

/** `Vegan, halal: 4 items` */
function foundText(count: number, { diets, search }: MenuFilter): string {
  const asked = [dietsText(diets), search === '' ? '' : `“${search}”`].filter(Boolean).join(', ')
  return `${asked}: ${countText(count, 'item')}`
}

function MenuHeading() {
  const { venue } = useRootData()
  return (
    <PageHeading
      eyebrow={venue.cuisine}
      title="Our menu,"
      accent="made to share."
      text="Order a few plates, pass them round, and let the kitchen keep them coming."
    />
  )
}

const categoryOf = (tab: MenuTab) => MENU_TABS.find((it) => it.tab === tab)?.category ?? 'appetizer'

function ItemList({ items, shown: { tab, view } }: { items: readonly MenuCardItem[]; shown: Shown }) {
  if (items.length === 0)
    return (
      <StateNote role="status" title="No menu items found">
        <ReloadLink label="Refresh" />
      </StateNote>
    )
  return view === 'list' ? <MenuList items={items} /> : <MenuCards items={items} category={categoryOf(tab)} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <>
      <MenuHeading />
      <div className="wrap pt-10">
        <LoadFailure error={error} />
      </div>
    </>
  )
}
