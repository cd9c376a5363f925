import { useState } from 'react'
import { useParams } from 'react-router'
import { eventSortOf } from '#features/events/management/rules.ts'
import { EVENT_LIST_TIMES } from '#features/events/management/schema.ts'
import { EVENT_CATEGORIES } from '#features/events/schema.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/admin/forms/field.tsx'
import { FilterBar, SearchField } from '#ui/admin/lists/filter-bar.tsx'
import { ListStates, LoadingCards, ShowMore } from '#ui/admin/lists/list-states.tsx'
import type { Sorting } from '#ui/admin/lists/dense-table.tsx'
import { BesideList } from '#ui/admin/lists/side-panel.tsx'
import { SortField } from '#ui/admin/lists/sort-field.tsx'
import { TabHead } from '#ui/admin/panel.tsx'
import { ViewSwitch } from '#ui/admin/lists/view-switch.tsx'
import { StateNote } from '#ui/state.tsx'
import { useColumns } from '#web/admin/list-view/use-columns.tsx'
import { useRecords } from '#web/admin/data/use-records.tsx'
import { useNeighbors, useSidePanel } from '#web/admin/list-view/use-side-panel.ts'
import { useUrlFilter } from '#web/admin/list-view/use-url-filter.ts'
import { EventCard } from './event-card.tsx'
import { CATEGORY_OPTIONS, EVENTS_KEY, NEW_EVENT } from './event-fields.ts'
import { EventPanel } from './record/event-panel.tsx'
import { COLUMNS, EventTable } from './event-table.tsx'
import { EVENT_RECORDS, useEventActions } from './use-event-actions.tsx'
import { useNightQuery } from './record/use-night.ts'
import { lazyScreen } from '#web/admin/app/lazy-screen.tsx'

const WHEN = [
  { value: 'coming', label: 'To come' },
  { value: 'past', label: 'Past' },
  { value: 'all', label: 'All' },
]
const CATEGORIES = [{ value: 'all', label: 'all' }, ...CATEGORY_OPTIONS]

const VIEWS = ['list', 'card'] as const

const EventPage = lazyScreen(() => import('./record/event-page.tsx'))

/** The Events tab: the list, or the page of one event with its parties. */
export default function EventsTab() {
  const { '*': path = '' } = useParams()
  const id = path.split('/')[1]
  return id ? <EventPage key={id} id={id} /> : <EventList />
}

/** The list of events, with add, edit, duplicate, repeat and sold out. */
function EventList() {
  const { filter, view, sorting, set } = useEventFilter()
  const { count, showMore } = useSteps(`${JSON.stringify(filter)} ${sorting.value}`)
  // One more than is shown tells whether there are more.
  const asked = new URLSearchParams({ ...filter, sort: sorting.value, limit: String(count + 1) }).toString()
  const queryKey = [...EVENTS_KEY, asked]
  const beside = useSidePanel('/admin/events')
  const { list, draftNotice, ...records } = useRecords({
    ...EVENT_RECORDS,
    queryKey,
    query: asked,
    onDeleted({ id }) {
      if (id === beside.id) beside.close()
    },
  })
  const { actions, dialogs } = useEventActions(records, queryKey)
  const columns = useColumns('events', COLUMNS)
  const queryOf = useNightQuery()
  useNeighbors(beside.id, list.data, queryOf)
  const adding = actions.canEdit ? <Button onClick={() => records.add(NEW_EVENT)}>Add Event</Button> : null
  return (
    <>
      <TabHead title="Events">
        {view === 'list' ? columns.menu : null}
        <ViewSwitch views={VIEWS} view={view} onView={(it) => set('view', it === 'list' ? '' : it)} />
        {adding}
      </TabHead>
      {draftNotice}
      <Filters {...{ filter, sorting, set }} />
      <ListStates
        what="Events"
        query={list}
        loading={view === 'card' ? <LoadingCards label="Loading events" /> : undefined}
        empty={
          <StateNote title="No events here" text="No events match your filters.">
            {adding}
          </StateNote>
        }
      >
        {(items) => (
          <>
            {view === 'card' ? (
              <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
                {items.slice(0, count).map((event) => (
                  <EventCard key={event.id} event={event} {...actions} />
                ))}
              </ul>
            ) : (
              <BesideList
                panel={
                  beside.id ? (
                    <EventPanel
                      key={beside.id}
                      id={beside.id}
                      listed={items.find(({ id }) => id === beside.id)}
                      onClose={beside.close}
                      {...actions}
                    />
                  ) : null
                }
              >
                <EventTable
                  events={items.slice(0, count)}
                  sorting={sorting}
                  hidden={columns.hidden}
                  openRow={beside.openRow}
                  {...actions}
                />
              </BesideList>
            )}
            {items.length > count ? <ShowMore isLoading={list.isPlaceholderData} onMore={showMore} /> : null}
          </>
        )}
      </ListStates>
      {dialogs}
    </>
  )
}

// A venue that has been open for years has thousands of past events.
const A_STEP = 60

/** Number of items shown: Show more raises it, another filter resets it. */
function useSteps(list: string): { count: number; showMore: () => void } {
  const [drawn, setDrawn] = useState({ list, count: A_STEP })
  const count = drawn.list === list ? drawn.count : A_STEP
  return { count, showMore: () => setDrawn({ list, count: count + A_STEP }) }
}

type Filter = Readonly<Record<'when' | 'category' | 'q', string>>

/** The filters of the list, kept in the URL. */
function useEventFilter() {
  const { search, set } = useUrlFilter()
  const filter: Filter = {
    when: WHEN.find(({ value }) => value === search.get('when'))?.value ?? 'coming',
    category: EVENT_CATEGORIES.find((it) => it === search.get('category')) ?? 'all',
    q: search.get('q') ?? '',
  }
  const when = EVENT_LIST_TIMES.find((it) => it === filter.when) ?? 'coming'
  const usual = eventSortOf(null, when)
  const order = eventSortOf(search.get('sort'), when)
  const sorting = {
    value: order,
    isDefault: order === usual,
    onSort: (value: string) => set('sort', value === usual ? '' : value),
  }
  return { filter, view: VIEWS.find((it) => it === search.get('view')) ?? 'list', sorting, set }
}

type FiltersProps = {
  readonly filter: Filter
  readonly sorting: Sorting & { readonly isDefault: boolean }
  readonly set: (name: string, value: string) => void
}

const Filters = ({ filter, sorting, set }: FiltersProps) => (
  <FilterBar
    active={[filter.when !== 'coming', filter.category !== 'all', !sorting.isDefault].filter(Boolean).length}
    className="lg:grid-cols-[1fr_10rem_14rem]"
    search={<SearchField value={filter.q} onText={(next) => set('q', next)} />}
  >
    <SelectField
      label="When"
      options={WHEN}
      value={filter.when}
      onChange={(event) => set('when', event.target.value === 'coming' ? '' : event.target.value)}
    />
    <SelectField
      label="Category"
      options={CATEGORIES}
      value={filter.category}
      onChange={(event) => set('category', event.target.value === 'all' ? '' : event.target.value)}
    />
    <SortField columns={COLUMNS} sorting={sorting} className="col-span-2" />
  </FilterBar>
)
