import { useEffect, useRef } from 'react'
import {
  NavigationType,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigation,
  useNavigationType,
} from 'react-router'
import { MENU_TABS, menuTab, type MenuTab } from '#features/menu/rules.ts'
import type { MenuItem } from '#features/menu/schema.ts'
import { loadMenu } from '#features/menu/service.ts'
import type { MenuCardItem } from '#features/menu/ui/menu-card.tsx'
import { BlankCards, MenuCards } from '#features/menu/ui/menu-cards.tsx'
import { BlankList, MenuList } from '#features/menu/ui/menu-list.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { StateNote } from '#ui/state.tsx'
import { withContext } from '#http/context.ts'
import { PendingPage } from '../page/pending-page.tsx'
import { type Deferred, loadThroughCache } from '../page/loader-cache.ts'
import { LoadFailure } from '../page/load-failure.tsx'
import { menuAddress, menuParams, type MenuView, menuView } from './menu-address.ts'
import { menuData } from './menu-structured-data.ts'
import { MenuTabs, ViewToggle } from './menu-toolbar.tsx'
import { PageHeading } from '../page/page-heading.tsx'
import { rootDataOf, pageMeta } from '../page/page-meta.ts'
import { ReloadForm } from '../page/reload-form.tsx'
import { useRootData } from '../layout/site-layout.tsx'
import { StructuredData } from '../page/structured-data.tsx'
import type { Route } from './+types/menu.ts'

/** Loads the whole menu, so that changing the tab needs no request. */
export const loader = withContext(async (deps) => ({ data: (await loadMenu(deps)).map(toCardItem) }))

const toCardItem = ({ id: _id, ingredients: _ingredients, ...item }: MenuItem): MenuCardItem => item

const FRESH_MS = 300_000

export const clientLoader = ({
  request,
  serverLoader,
}: Route.ClientLoaderArgs): Promise<Deferred<MenuCardItem[]>> =>
  loadThroughCache({ request, serverLoader, freshMs: FRESH_MS })

/** Another tab or view is rendered from the loaded data. */
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs): boolean =>
  args.currentUrl.search === args.nextUrl.search && args.defaultShouldRevalidate

export const meta: Route.MetaFunction = ({ matches, location, loaderData }) => {
  const root = rootDataOf(matches)
  if (!root) return []
  const { venue, origin } = root
  const tab = menuTab(new URLSearchParams(location.search).get('tab'))
  const items = loaderData && 'data' in loaderData ? loaderData.data : []
  return pageMeta({
    title: `Menu | ${venue.name}`,
    description: `Appetizers, mains, drinks and desserts at ${venue.name}. ${venue.description}`,
    path: menuAddress(tab),
    origin,
    siteName: venue.name,
    picture: items.find((item) => item.picture)?.picture ?? null,
  })
}

type Shown = { readonly tab: MenuTab; readonly view: MenuView; readonly label: string }

/** Reads tab and view from the URL; during a navigation, from the URL that is being opened. */
function useShown(): Shown {
  const current = useLocation()
  const next = useNavigation().location
  const { search } = next?.pathname === current.pathname ? next : current
  const query = new URLSearchParams(search)
  const tab = menuTab(query.get('tab'))
  const label = MENU_TABS.find((it) => it.tab === tab)?.label ?? ''
  return { tab, view: menuView(query.get('view')), label }
}

export default function Menu({ loaderData }: Route.ComponentProps) {
  const shown = useShown()
  return (
    <>
      <MenuHeading />
      <MenuTabs tab={shown.tab} view={shown.view} />
      <Group shown={shown}>
        <PendingPage deferred={loaderData} skeleton={<Skeleton shown={shown} />}>
          {(items) => <Items items={items} shown={shown} />}
        </PendingPage>
      </Group>
    </>
  )
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

/** The items of one category. Changing the tab from far down the page scrolls to the first item. */
function Group({ shown, children }: { shown: Shown; children: React.ReactNode }) {
  const ref = useRef<HTMLElement>(null)
  const drawnTab = useRef(shown.tab)
  const isBack = useNavigationType() === NavigationType.Pop
  const isMoving = useNavigation().state !== 'idle'
  useEffect(() => {
    if (drawnTab.current === shown.tab) return
    drawnTab.current = shown.tab
    if (isBack && !isMoving) return
    const section = ref.current
    if (section && section.getBoundingClientRect().top < 0) section.scrollIntoView()
  }, [shown.tab, isBack, isMoving])
  return (
    <section ref={ref} aria-labelledby="menu-group" className="wrap scroll-mt-4 pt-8 md:scroll-mt-8 md:pt-10">
      <div className="mb-6 flex items-center justify-between gap-4">
        <h2 id="menu-group" className="text-heading">
          {shown.label}
        </h2>
        <ViewToggle tab={shown.tab} view={shown.view} />
      </div>
      {children}
    </section>
  )
}

const categoryOf = (tab: MenuTab) => MENU_TABS.find((it) => it.tab === tab)?.category ?? 'appetizer'

const Skeleton = ({ shown: { tab, view } }: { shown: Shown }) => (
  <div className="relative">
    <p
      role="status"
      className="absolute top-24 left-1/2 z-10 flex -translate-x-1/2 items-center gap-3 rounded-full bg-night px-5 py-2.5 whitespace-nowrap"
    >
      <Spinner className="size-6 text-brass" /> Loading menu...
    </p>
    {view === 'list' ? <BlankList /> : <BlankCards category={categoryOf(tab)} />}
  </div>
)

function Items({ items, shown }: { items: readonly MenuCardItem[]; shown: Shown }) {
  const { venue, origin } = useRootData()
  const category = categoryOf(shown.tab)
  return (
    <>
      <ItemList items={items.filter((item) => item.category === category)} shown={shown} />
      <StructuredData data={import.meta.env.SSR ? menuData(items, venue.name, origin) : null} />
    </>
  )
}

function ItemList({ items, shown: { tab, view } }: { items: readonly MenuCardItem[]; shown: Shown }) {
  if (items.length === 0)
    return (
      <StateNote role="status" title="No menu items found">
        <ReloadForm label="Refresh" keep={menuParams(tab, view)} />
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
