import { useState } from 'react'
import { useParams } from 'react-router'
import { EVENT_CATEGORIES } from '#features/events/schema.ts'
import type { StaffEvent } from '#features/events/management/schema.ts'
import { formatDay } from '#lib/venue-time.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/admin/forms/field.tsx'
import { FilterBar, SearchField } from '#ui/admin/lists/filter-bar.tsx'
import { ListStates, LoadingCards, ShowMore } from '#ui/admin/lists/list-states.tsx'
import { TabHead } from '#ui/admin/panel.tsx'
import { ViewSwitch } from '#ui/admin/lists/view-switch.tsx'
import { StateNote } from '#ui/state.tsx'
import { AgreementDialog, agreementOf } from '#web/admin/data/use-consent.tsx'
import { useRecords } from '#web/admin/data/use-records.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { useUrlFilter } from '#web/admin/data/use-url-filter.ts'
import type { EventActions } from './event-actions.tsx'
import { EventCard } from './event-card.tsx'
import {
  CATEGORY_OPTIONS,
  copyOf,
  eventFieldsOf,
  EVENTS_KEY,
  EVENTS_PATH,
  NEW_EVENT,
} from './event-fields.ts'
import { EventForm } from './event-form.tsx'
import { EventTable } from './event-table.tsx'
import { RepeatDialog } from './repeat-dialog.tsx'
import { useSoldOut } from './use-sold-out.ts'
import { lazyScreen } from '#web/admin/app/lazy-screen.tsx'

const WHEN = [
  { value: 'coming', label: 'To come' },
  { value: 'past', label: 'Past' },
  { value: 'all', label: 'All' },
]
const CATEGORIES = [{ value: 'all', label: 'all' }, ...CATEGORY_OPTIONS]

const VIEWS = ['list', 'card'] as const

const NightView = lazyScreen(() => import('./night-view.tsx'))

/** The Events tab: the list, or the guest list of one event. */
export default function EventsTab() {
  const { '*': path = '' } = useParams()
  const id = path.split('/')[1]
  return id ? <NightView key={id} id={id} /> : <EventList />
}

/** The list of events, with add, edit, duplicate, repeat and sold out. */
function EventList() {
  const canEdit = useCan('events.edit')
  const { filter, view, set } = useEventFilter()
  const { count, showMore } = useSteps(JSON.stringify(filter))
  // One more than is shown tells whether there are more.
  const asked = new URLSearchParams({ ...filter, limit: String(count + 1) }).toString()
  const queryKey = [...EVENTS_KEY, asked]
  const { list, add, edit, draftNotice, askToDelete, dialogs } = useRecords({
    entity: 'event',
    noun: 'event',
    path: EVENTS_PATH,
    queryKey,
    query: asked,
    fieldsOf: eventFieldsOf,
    Form: EventForm,
  })
  const soldOut = useSoldOut(queryKey)
  const [repeated, setRepeated] = useState<StaffEvent | null>(null)
  const actions: EventActions = {
    canEdit,
    onEdit: edit,
    onDelete: ({ id, title, date }) => askToDelete({ id, name: `${title}, ${formatDay(date)}` }),
    onSoldOut: (event) => soldOut.mutate({ event }),
    onDuplicate: (event) => add(copyOf(event), event.id),
    onRepeat: setRepeated,
  }
  const adding = canEdit ? <Button onClick={() => add(NEW_EVENT)}>Add Event</Button> : null
  return (
    <>
      <TabHead title="Events">
        <ViewSwitch views={VIEWS} view={view} onView={(it) => set('view', it === 'list' ? '' : it)} />
        {adding}
      </TabHead>
      {draftNotice}
      <Filters filter={filter} set={set} />
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
              <EventTable events={items.slice(0, count)} {...actions} />
            )}
            {items.length > count ? <ShowMore isLoading={list.isPlaceholderData} onMore={showMore} /> : null}
          </>
        )}
      </ListStates>
      {dialogs}
      <AgreementDialog
        agreement={agreementOf(soldOut.error)}
        isBusy={soldOut.isPending}
        onAgree={(also) => {
          if (soldOut.variables) soldOut.mutate({ ...soldOut.variables, also })
        }}
        onClose={() => soldOut.reset()}
      />
      {repeated ? <RepeatDialog event={repeated} onClose={() => setRepeated(null)} /> : null}
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
  return { filter, view: VIEWS.find((it) => it === search.get('view')) ?? 'list', set }
}

const Filters = ({ filter, set }: { filter: Filter; set: (name: string, value: string) => void }) => (
  <FilterBar
    active={Number(filter.when !== 'coming') + Number(filter.category !== 'all')}
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
  </FilterBar>
)
