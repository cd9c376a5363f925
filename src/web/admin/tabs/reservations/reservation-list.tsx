import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { Button, buttonClass } from '#ui/button.tsx'
import { ListStates, ShowMore } from '#ui/admin/lists/list-states.tsx'
import { BesideList } from '#ui/admin/lists/side-panel.tsx'
import { TabHead } from '#ui/admin/panel.tsx'
import { StateNote } from '#ui/state.tsx'
import type { ReservationEntry } from '#features/reservation-management/list/schema.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import { useCan } from '#web/admin/auth/current-user.ts'
import { DownloadLink } from '#web/admin/data/files/download-link.tsx'
import { useColumns } from '#web/admin/list-view/use-columns.tsx'
import { useNeighbors, useSidePanel } from '#web/admin/list-view/use-side-panel.ts'
import { queryWith, useSetQuery } from '#web/admin/list-view/use-url-filter.ts'
import { ALL_DATES, dateFilter } from './filters/date-filter.tsx'
import { ReservationFilters, SummaryCards } from './list-head.tsx'
import { columnsFor, ReservationTable } from './list-table.tsx'
import { RESERVATIONS_FILE } from './bulk/use-bulk.ts'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { useReservationSelection } from './bulk/use-reservation-selection.ts'
import { SpecialRequests } from './special-requests.tsx'
import { useAmendDialog } from './amend/use-amend-dialog.tsx'
import { useMergeDialogs } from './merge/use-merge-dialogs.tsx'
import { useReservationDeletion } from './page/delete-dialog.tsx'
import { ReservationPanel } from './page/reservation-panel.tsx'
import { reservationQuery } from './page/reservation-record.tsx'
import { useStatusChange } from './page/status-control.tsx'
import { PATH, useReservationList } from './use-reservation-list.ts'

const FILTERS = ['q', 'type', 'status', 'event', 'date', 'sort'] as const

/** History state of URLs that the filters wrote themselves. */
const TYPED = { isTyped: true }
const hasMark = (state: unknown): boolean => typeof state === 'object' && state !== null && 'isTyped' in state

/** Filters from the URL, and the search text as typed. */
function useFilters() {
  const [search] = useSearchParams()
  const setQuery = useSetQuery()
  const [text, setText] = useState(search.get('q') ?? '')
  const { state } = useLocation()
  const isTyped = hasMark(state)
  // A link or Back changed the URL: the search field follows.
  const [address, setAddress] = useState(search)
  if (address !== search) {
    setAddress(search)
    if (!isTyped && text.trim() !== (search.get('q') ?? '')) setText(search.get('q') ?? '')
  }
  const change = (next: URLSearchParams): void => void setQuery(next, { replace: true, state: TYPED })
  const set = (name: string, value: string): void => change(queryWith(name, value))
  const filter = new URLSearchParams(
    FILTERS.flatMap((name) => {
      const value = name === 'q' ? text.trim() : name === 'date' ? dateFilter(search, text) : search.get(name)
      return value ? [[name, value]] : []
    }),
  ).toString()
  const write = (typed: string): void => {
    setText(typed)
    set('q', typed.trim())
  }
  const clear = (): void => {
    setText('')
    const open = search.get('open')
    change(new URLSearchParams({ date: ALL_DATES, ...(open ? { open } : {}) }))
  }
  return { search, text, filter, set, write, clear }
}

/** Title of the list, with its actions for all reservations. */
function ListTitle({ filter, children }: { filter: string; children: ReactNode }) {
  const canAdd = useCan('reservations.edit')
  const canExport = useCan('reservations.export')
  return (
    <TabHead title="Reservations">
      {children}
      {canExport ? (
        <DownloadLink
          href={`${PATH}/csv?${filter}`}
          {...RESERVATIONS_FILE}
          className={buttonClass('outline')}
        >
          Download CSV
        </DownloadLink>
      ) : null}
      {canAdd ? (
        <Link to="/admin/reservations/new" className={buttonClass()}>
          Add reservation
        </Link>
      ) : null}
    </TabHead>
  )
}

const NONE: readonly ReservationEntry[] = []

/** The list of reservations with search, filters, inline status and bulk actions. */
export function ReservationList() {
  const { search, text, filter, set, write, clear } = useFilters()
  const list = useReservationList(filter)
  const isDated = new URLSearchParams(filter).has('date')
  const statusChange = useStatusChange()
  const deletion = useReservationDeletion()
  const canChange = useCan('reservations.edit')
  const canDelete = useCan('reservations.delete')
  const canContact = useCan('guests.contact')
  const seesMoney = useCan('payments.read')
  const { pending, mutate } = statusChange
  const { data } = list
  // Memoized, so that typing in the search field does not render the table again.
  const items = useMemo(() => data?.pages.flatMap((page) => page.items), [data])
  const selection = useReservationSelection(items, filter)
  const onStatus = useCallback(
    (item: ReservationEntry, status: ReservationStatus) => mutate({ item, status }),
    [mutate],
  )
  const { ask } = deletion
  const onDelete = useCallback((item: ReservationEntry) => ask(item), [ask])
  const amendment = useAmendDialog()
  const { dialog: mergeDialog, ...merging } = useMergeDialogs()
  const sort = (value: string): void => set('sort', value === 'newest' ? '' : value)
  const sorting = { value: search.get('sort') ?? 'newest', onSort: sort }
  const columns = useMemo(() => columnsFor(seesMoney), [seesMoney])
  const shownColumns = useColumns('reservations', columns)
  const beside = useSidePanel('/admin/reservations')
  useNeighbors(beside.id, items, reservationQuery)
  return (
    <>
      <ListTitle filter={filter}>{shownColumns.menu}</ListTitle>
      <SummaryCards filter={filter} />
      <ReservationFilters {...{ search, text, sorting, set }} onText={write} onClear={clear} />
      <ListStates
        what="Reservations"
        query={{ ...list, data: items }}
        empty={
          <StateNote title="No reservations here" text="No reservations match your filters.">
            {isDated ? (
              <Button look="outline" onClick={() => set('date', 'all')}>
                Show all dates
              </Button>
            ) : null}
          </StateNote>
        }
      >
        {(shown) => (
          <BesideList
            panel={
              beside.id ? <ReservationPanel key={beside.id} id={beside.id} onClose={beside.close} /> : null
            }
          >
            <ReservationTable
              items={shown}
              selection={selection.rows}
              sorting={sorting}
              columns={columns}
              hidden={shownColumns.hidden}
              openRow={beside.openRow}
              onAmend={canChange ? amendment.open : null}
              {...{ ...merging, canDelete, canContact, seesMoney, pending, onStatus, onDelete }}
            />
            {list.hasNextPage ? (
              <ShowMore isLoading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
            ) : null}
            <SpecialRequests filter={filter} />
          </BesideList>
        )}
      </ListStates>
      <BulkBar
        ids={[...selection.rows.ids]}
        shown={items ?? NONE}
        onShown={() => selection.rows.onAll(true)}
        matching={list.hasNextPage ? selection.matching : null}
        onClear={selection.clear}
      />
      {deletion.dialog}
      {amendment.dialog}
      {mergeDialog}
      {statusChange.dialog}
    </>
  )
}
