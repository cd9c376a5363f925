import { useMemo } from 'react'
import { GUEST_FILTERS, GUEST_SORTS } from '#features/guests/schema.ts'
import { SelectField } from '#ui/admin/forms/field.tsx'
import { FilterBar, SearchField } from '#ui/admin/lists/filter-bar.tsx'
import { ListStates, ShowMore } from '#ui/admin/lists/list-states.tsx'
import { BesideList } from '#ui/admin/lists/side-panel.tsx'
import { TabHead } from '#ui/admin/panel.tsx'
import { StateNote } from '#ui/state.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { useColumns } from '#web/admin/list-view/use-columns.tsx'
import { useNeighbors, useSidePanel } from '#web/admin/list-view/use-side-panel.ts'
import { useUrlFilter } from '#web/admin/list-view/use-url-filter.ts'
import { FILTER_LABELS, SORT_LABELS } from './guest-copy.ts'
import { useMergeDialogs } from './guest-merge.tsx'
import { GuestPanel } from './guest-panel.tsx'
import { columnsFor, GuestTable } from './guest-table.tsx'
import { guestQuery, useGuestList } from './use-guests.ts'

const FILTERS = [
  { value: '', label: 'Everybody' },
  ...GUEST_FILTERS.map((value) => ({ value, label: FILTER_LABELS[value] })),
]
const SORTS = GUEST_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))

const FILTER_NAMES = ['q', 'show', 'sort'] as const

/** The book of guests: everybody who booked, with search, filter and order. */
export function GuestList() {
  const { search, set } = useUrlFilter()
  const text = search.get('q') ?? ''
  const seesMoney = useCan('payments.read')
  const canContact = useCan('guests.contact')
  const { onMerge, dialog } = useMergeDialogs()
  const sorting = {
    value: search.get('sort') ?? 'recent',
    onSort: (value: string) => set('sort', value === 'recent' ? '' : value),
  }
  const filter = FILTER_NAMES.flatMap((name) => {
    const value = search.get(name)
    return value ? [[name, value]] : []
  })
  const list = useGuestList(new URLSearchParams(filter).toString())
  const guests = useMemo(() => list.data?.pages.flatMap((page) => page.items), [list.data])
  const columns = useMemo(() => columnsFor(seesMoney), [seesMoney])
  const shownColumns = useColumns('guests', columns)
  const beside = useSidePanel('/admin/guests')
  useNeighbors(beside.id, guests, guestQuery)
  return (
    <>
      <TabHead title="Guests">{shownColumns.menu}</TabHead>
      <FilterBar
        active={Number(search.has('show')) + Number(search.has('sort'))}
        className="lg:grid-cols-[2fr_1fr_1.3fr]"
        search={
          <SearchField
            placeholder="Name, phone or email"
            value={text}
            onText={(typed) => set('q', typed.trim())}
          />
        }
      >
        <SelectField
          label="Show"
          options={FILTERS}
          value={search.get('show') ?? ''}
          onChange={(event) => set('show', event.target.value)}
        />
        <SelectField
          label="Sort"
          options={seesMoney ? SORTS : SORTS.filter(({ value }) => value !== 'spend')}
          value={sorting.value}
          onChange={(event) => sorting.onSort(event.target.value)}
        />
      </FilterBar>
      <ListStates
        what="Guests"
        query={{ ...list, data: guests }}
        empty={
          <StateNote
            title="No guests here"
            text={
              filter.length > 0
                ? 'No guest matches your search.'
                : 'Guests are added with their first reservation.'
            }
          />
        }
      >
        {(shown) => (
          <BesideList
            panel={beside.id ? <GuestPanel key={beside.id} id={beside.id} onClose={beside.close} /> : null}
          >
            <GuestTable
              guests={shown}
              hidden={shownColumns.hidden}
              openRow={beside.openRow}
              {...{ seesMoney, sorting, columns, canContact, onMerge }}
            />
            {list.hasNextPage ? (
              <ShowMore isLoading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
            ) : null}
          </BesideList>
        )}
      </ListStates>
      {dialog}
    </>
  )
}
