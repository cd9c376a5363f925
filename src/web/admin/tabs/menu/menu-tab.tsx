import { type ReactNode, Suspense } from 'react'
import { useParams } from 'react-router'
import { MENU_CATEGORIES, type MenuCategory } from '#features/menu/schema.ts'
import { matchesText } from '#lib/text/matches-text.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/admin/forms/field.tsx'
import { FilterBar, SearchField } from '#ui/admin/lists/filter-bar.tsx'
import { ListStates, LoadingCards, LoadingRows } from '#ui/admin/lists/list-states.tsx'
import type { Sorting } from '#ui/admin/lists/dense-table.tsx'
import { BesideList } from '#ui/admin/lists/side-panel.tsx'
import { SortField } from '#ui/admin/lists/sort-field.tsx'
import { TabHead } from '#ui/admin/panel.tsx'
import { ViewSwitch } from '#ui/admin/lists/view-switch.tsx'
import { StateNote } from '#ui/state.tsx'
import { useColumns } from '#web/admin/list-view/use-columns.tsx'
import { useSidePanel } from '#web/admin/list-view/use-side-panel.ts'
import { useUrlFilter } from '#web/admin/list-view/use-url-filter.ts'
import { CATEGORY_OPTIONS, categoryOf, MENU_PAGES, newMenuFields } from './menu-fields.ts'
import { COLUMNS, MenuCards, MenuTable } from './menu-list.tsx'
import { itemsIn, menuOrderOf } from './menu-order.ts'
import { MenuItemPage, MenuPanel } from './menu-record.tsx'
import { useMenu } from './use-menu.ts'
import { lazyScreen } from '#web/admin/app/lazy-screen.tsx'

const MenuArranging = lazyScreen(() => import('./menu-arranging.tsx'))

const FILTERS = [{ value: 'all', label: 'all' }, ...CATEGORY_OPTIONS]
const VIEWS = ['list', 'card', 'arrange'] as const

/** The Menu tab: the list, or the page of one item. */
export default function MenuTab() {
  const { '*': path = '' } = useParams()
  const id = path.split('/')[1]
  return id ? <MenuItemPage key={id} id={id} /> : <MenuList />
}

/** The list of the menu: add, edit, sort, and mark as sold out. */
function MenuList() {
  const { search, set } = useUrlFilter()
  const category = MENU_CATEGORIES.find((it) => it === search.get('category')) ?? null
  const text = search.get('q') ?? ''
  const view = VIEWS.find((it) => it === search.get('view')) ?? 'list'
  const { list, add, draftNotice, dialogs, actions } = useMenu()
  const { canEdit } = actions
  const arranged = view === 'arrange' && canEdit ? (category ?? 'appetizer') : null
  const wanted = arranged ?? category
  const shown = list.data?.filter((it) => (!wanted || it.category === wanted) && matchesText(it.name, text))
  const addHere = (): void => add(newMenuFields(category ?? 'appetizer'))
  const order = menuOrderOf(search.get('sort'))
  const sorting = {
    value: order,
    onSort: (value: string) => set('sort', value === 'menu' ? '' : value),
  }
  const columns = useColumns('menu', COLUMNS)
  const beside = useSidePanel(MENU_PAGES)
  const open = list.data?.find(({ id }) => id === beside.id)
  return (
    <>
      <MenuHead {...{ view, arranged, category, text, sorting, canEdit, set }} onAdd={addHere}>
        {view === 'list' ? columns.menu : null}
      </MenuHead>
      {draftNotice}
      <ListStates
        what="The menu"
        query={{ ...list, data: shown }}
        loading={view === 'card' ? <LoadingCards label="Loading the menu" /> : undefined}
        empty={
          <StateNote title="No menu items here" text="No menu items match your filters.">
            {canEdit ? <Button onClick={addHere}>Add one</Button> : null}
          </StateNote>
        }
      >
        {(items) =>
          arranged ? (
            <Suspense fallback={<LoadingRows label="Loading" />}>
              <MenuArranging all={list.data ?? []} shown={items} category={arranged} />
            </Suspense>
          ) : view === 'card' ? (
            <MenuCards items={itemsIn(order, items)} {...actions} />
          ) : (
            <BesideList
              panel={
                open ? <MenuPanel key={open.id} item={open} onClose={beside.close} {...actions} /> : null
              }
            >
              <MenuTable
                items={itemsIn(order, items)}
                sorting={sorting}
                hidden={columns.hidden}
                openRow={beside.openRow}
                {...actions}
              />
            </BesideList>
          )
        }
      </ListStates>
      {dialogs}
    </>
  )
}

type HeadProps = {
  readonly view: (typeof VIEWS)[number]
  /** Category that is being sorted: positions are per category. */
  readonly arranged: MenuCategory | null
  readonly category: MenuCategory | null
  readonly text: string
  readonly sorting: Sorting
  readonly canEdit: boolean
  readonly set: (name: string, value: string) => void
  readonly onAdd: () => void
  readonly children: ReactNode
}

const MenuHead = ({ view, arranged, category, text, sorting, set, ...head }: HeadProps) => (
  <>
    <TabHead title="Menu">
      {head.children}
      <ViewSwitch
        views={VIEWS.filter((it) => head.canEdit || it !== 'arrange')}
        view={view}
        onView={(it) => set('view', it === 'list' ? '' : it)}
      />
      {head.canEdit ? <Button onClick={head.onAdd}>Add Menu Item</Button> : null}
    </TabHead>
    <FilterBar
      active={Number(category !== null) + Number(!arranged && sorting.value !== 'menu')}
      className="lg:grid-cols-[1fr_14rem]"
      search={<SearchField value={text} onText={(next) => set('q', next)} />}
    >
      <SelectField
        label="Category"
        className={arranged ? 'max-lg:col-span-2' : ''}
        options={arranged ? CATEGORY_OPTIONS : FILTERS}
        value={arranged ?? category ?? 'all'}
        onChange={(event) =>
          set('category', event.target.value === 'all' ? '' : categoryOf(event.target.value))
        }
      />
      {arranged ? null : <SortField columns={COLUMNS} sorting={sorting} />}
    </FilterBar>
  </>
)
