import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { GUEST_FILTERS, GUEST_SORTS } from '#features/guests/schema.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/admin/field.tsx'
import { FilterBar } from '#ui/admin/filter-bar.tsx'
import { ListStates } from '#ui/admin/list-states.tsx'
import { TabHead } from '#ui/admin/panel.tsx'
import { StateNote } from '#ui/state.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { FILTER_LABELS, SORT_LABELS } from './guest-copy.ts'
import { GuestTable } from './guest-table.tsx'
import { useGuestList } from './use-guests.ts'

const FILTERS = [
  { value: '', label: 'Everybody' },
  ...GUEST_FILTERS.map((value) => ({ value, label: FILTER_LABELS[value] })),
]
const SORTS = GUEST_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))

function useFilters() {
  const [search, setSearch] = useSearchParams()
  const [text, setText] = useState(search.get('q') ?? '')
  const set = (name: string, value: string): void => {
    const next = new URLSearchParams(search)
    if (value) next.set(name, value)
    else next.delete(name)
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  const write = (typed: string): void => {
    setText(typed)
    set('q', typed.trim())
  }
  return { search, text, set, write }
}

/** The book of guests: everybody who booked, with search, filter and order. */
export function GuestList() {
  const { search, text, set, write } = useFilters()
  const seesMoney = useCan('payments.read')
  const list = useGuestList(search.toString())
  const guests = useMemo(() => list.data?.pages.flatMap((page) => page.items), [list.data])
  return (
    <>
      <TabHead title="Guests" />
      <FilterBar
        active={Number(search.has('show')) + Number(search.has('sort'))}
        className="lg:grid-cols-[2fr_1fr_1.3fr]"
        search={
          <TextField
            label="Search"
            type="search"
            placeholder="Name, phone or email"
            autoComplete="off"
            maxLength={80}
            data-tab-search=""
            value={text}
            onChange={(event) => write(event.target.value)}
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
          value={search.get('sort') ?? 'recent'}
          onChange={(event) => set('sort', event.target.value === 'recent' ? '' : event.target.value)}
        />
      </FilterBar>
      <ListStates
        what="Guests"
        query={{ ...list, data: guests }}
        empty={
          <StateNote
            title="No guests here"
            text={
              search.size > 0
                ? 'No guest matches your search.'
                : 'Guests are added with their first reservation.'
            }
          />
        }
      >
        {(shown) => (
          <>
            <GuestTable guests={shown} seesMoney={seesMoney} />
            {list.hasNextPage ? (
              <Button
                look="outline"
                className="self-center"
                disabled={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                Show more
              </Button>
            ) : null}
          </>
        )}
      </ListStates>
    </>
  )
}
