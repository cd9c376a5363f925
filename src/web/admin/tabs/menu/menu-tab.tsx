import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { MENU_CATEGORIES, type MenuCategory, type StaffMenuItem } from '#features/menu/schema.ts'
import { matchesText } from '#lib/text/matches-text.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/admin/forms/field.tsx'
import { FilterBar, SearchField } from '#ui/admin/lists/filter-bar.tsx'
import { ListStates, LoadingCards, LoadingRows } from '#ui/admin/lists/list-states.tsx'
import { TabHead } from '#ui/admin/panel.tsx'
import { ViewSwitch } from '#ui/admin/lists/view-switch.tsx'
import { StateNote } from '#ui/state.tsx'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import { useRecords } from '#web/admin/data/use-records.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { useUrlFilter } from '#web/admin/data/use-url-filter.ts'
import {
  CATEGORY_OPTIONS,
  categoryOf,
  MENU_KEY,
  menuFieldsOf,
  menuItemWith,
  newMenuFields,
} from './menu-fields.ts'
import { MenuForm } from './menu-form.tsx'
import { MenuCards, MenuTable } from './menu-list.tsx'
import { lazyScreen } from '#web/admin/app/lazy-screen.tsx'

const MenuArranging = lazyScreen(() => import('./menu-arranging.tsx'))

const PATH = '/admin/api/menu'
const FILTERS = [{ value: 'all', label: 'all' }, ...CATEGORY_OPTIONS]
const VIEWS = ['list', 'card', 'arrange'] as const

/** The Menu tab: add, edit, sort, and mark as sold out. */
export default function MenuTab() {
  const { search, set } = useUrlFilter()
  const canEdit = useCan('menu.edit')
  const category = MENU_CATEGORIES.find((it) => it === search.get('category')) ?? null
  const text = search.get('q') ?? ''
  const view = VIEWS.find((it) => it === search.get('view')) ?? 'list'
  const { list, add, edit, draftNotice, askToDelete, dialogs } = useRecords({
    entity: 'menu_item',
    noun: 'menu item',
    path: PATH,
    queryKey: MENU_KEY,
    fieldsOf: menuFieldsOf,
    applied: menuItemWith,
    Form: MenuForm,
  })
  const soldOut = useSoldOut()
  const arranged = view === 'arrange' && canEdit ? (category ?? 'appetizer') : null
  const wanted = arranged ?? category
  const shown = list.data?.filter((it) => (!wanted || it.category === wanted) && matchesText(it.name, text))
  const addHere = (): void => add(newMenuFields(category ?? 'appetizer'))
  const actions = {
    canEdit,
    onEdit: edit,
    onDelete: (item: StaffMenuItem) => askToDelete({ id: item.id, name: item.name }),
    onSoldOut: soldOut.mutate,
  }
  return (
    <>
      <MenuHead {...{ view, arranged, category, text, canEdit, set }} onAdd={addHere} />
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
            <MenuCards items={items} {...actions} />
          ) : (
            <MenuTable items={items} {...actions} />
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
  readonly canEdit: boolean
  readonly set: (name: string, value: string) => void
  readonly onAdd: () => void
}

const MenuHead = ({ view, arranged, category, text, canEdit, set, onAdd }: HeadProps) => (
  <>
    <TabHead title="Menu">
      <ViewSwitch
        views={VIEWS.filter((it) => canEdit || it !== 'arrange')}
        view={view}
        onView={(it) => set('view', it === 'list' ? '' : it)}
      />
      {canEdit ? <Button onClick={onAdd}>Add Menu Item</Button> : null}
    </TabHead>
    <FilterBar
      active={Number(category !== null)}
      className="lg:grid-cols-[1fr_14rem]"
      search={<SearchField value={text} onText={(next) => set('q', next)} />}
    >
      <SelectField
        label="Category"
        className="max-lg:col-span-2"
        options={arranged ? CATEGORY_OPTIONS : FILTERS}
        value={arranged ?? category ?? 'all'}
        onChange={(event) =>
          set('category', event.target.value === 'all' ? '' : categoryOf(event.target.value))
        }
      />
    </FilterBar>
  </>
)

/** Toggles `sold out today` with an optimistic update, which is rolled back if the request fails. */
function useSoldOut() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, isSoldOutToday }: StaffMenuItem) =>
      apiFetch(`${PATH}/${id}/sold-out`, { method: 'PUT', json: { isSoldOut: !isSoldOutToday } }),
    async onMutate(item) {
      await queries.cancelQueries({ queryKey: MENU_KEY })
      const before = queries.getQueryData<StaffMenuItem[]>(MENU_KEY)
      const after = { ...item, isSoldOutToday: !item.isSoldOutToday }
      queries.setQueryData<StaffMenuItem[]>(MENU_KEY, (all) =>
        all?.map((it) => (it.id === item.id ? after : it)),
      )
      return { before }
    },
    onSuccess: (_answer, { name, isSoldOutToday }) =>
      showToast({
        tone: 'good',
        title: 'Success',
        text: `${name} marked as ${isSoldOutToday ? 'available' : 'sold out today'}`,
      }),
    onError(error, _item, context) {
      queries.setQueryData(MENU_KEY, context?.before)
      toastFailure('Error updating menu item', error)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: MENU_KEY }),
  })
}
