import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback } from 'react'
import { useSearchParams } from 'react-router'
import {
  REQUEST_SORTS,
  REQUEST_STATUSES,
  type RequestCounts,
  type RequestKind,
  type StaffRequest,
} from '#features/requests/schema.ts'
import { ListStates } from '#ui/admin/lists/list-states.tsx'
import { BesideList } from '#ui/admin/lists/side-panel.tsx'
import { TabHead } from '#ui/admin/panel.tsx'
import { StateNote } from '#ui/state.tsx'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { useColumns } from '#web/admin/list-view/use-columns.tsx'
import { useDelete } from '#web/admin/data/use-delete.tsx'
import { useNeighbors, useSidePanel } from '#web/admin/list-view/use-side-panel.ts'
import { useCan } from '#web/admin/auth/current-user.ts'
import { Pages, RequestFilters } from './request-filters.tsx'
import { queryWith, useSetQuery } from '#web/admin/list-view/use-url-filter.ts'
import { KIND_LABELS } from './request-kinds.ts'
import { RequestBulk } from './request-bulk.tsx'
import { RequestPanel } from './request-record.tsx'
import { COLUMNS, RequestTable } from './request-table.tsx'
import { useRequestSelection } from './use-request-selection.ts'
import { requestQuery, requestsKey, useAssignees, useRequestStatus } from './use-requests.ts'

const ASKED = ['status', 'assignee', 'q', 'sort', 'page'] as const

/** Filters, order and page of the list, kept in the URL. */
function useRequestFilter() {
  const [search] = useSearchParams()
  const setQuery = useSetQuery()
  const query = new URLSearchParams(
    ASKED.flatMap((name) => (search.get(name) ? [[name, search.get(name) ?? '']] : [])),
  )
  /** Sets a filter and returns to the first page. */
  const set = (name: string, value: string): void => {
    const next = queryWith(name, value)
    if (name !== 'page') next.delete('page')
    void setQuery(next, { replace: name !== 'page', preventScrollReset: name !== 'page' })
  }
  return {
    query,
    page: Math.max(1, Number(query.get('page')) || 1),
    sort: REQUEST_SORTS.find((it) => it === query.get('sort')) ?? 'newest',
    set,
    onSort: (value: string) => set('sort', value === 'newest' ? '' : value),
  }
}

function useRequestList(kind: RequestKind, query: string) {
  const { path } = KIND_LABELS[kind]
  const queryKey = [...requestsKey(kind), query]
  const list = useQuery({
    queryKey,
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await apiFetch(`${path}?${query}`, { signal })).items,
  })
  const counts = useQuery({
    queryKey: [...queryKey, 'counts'],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => apiFetch(`${path}/counts?${query}`, { signal }),
  })
  return { queryKey, list, counts: counts.data }
}

const NONE: readonly StaffRequest[] = []

const isFiltered = (query: URLSearchParams): boolean =>
  [...query.keys()].some((name) => name !== 'sort' && name !== 'page')

type Props = {
  readonly kind: RequestKind
  readonly title: string
  /** Links to the other kinds of the tab. */
  readonly children?: ReactNode
}

/** List of all requests of one kind. */
export function RequestTab({ kind, title, children }: Props) {
  const { noun, what, path, pages, edit } = KIND_LABELS[kind]
  const { query, page, sort, set, onSort } = useRequestFilter()
  const { queryKey, list, counts } = useRequestList(kind, query.toString())
  const people = useAssignees()
  const selection = useRequestSelection(kind, query, list.data)
  const total = totalOf(counts, query.get('status'))
  const canEdit = useCan(edit)
  const columns = useColumns('requests', COLUMNS)
  const beside = useSidePanel(pages)
  const queryOf = useCallback((id: string) => requestQuery(kind, id), [kind])
  useNeighbors(beside.id, list.data, queryOf)
  const onStatus = useRequestStatus(kind)
  const { ask, dialog } = useDelete({
    entity: kind,
    noun,
    path,
    queryKey,
    onDeleted({ id }) {
      if (id === beside.id) beside.close()
    },
  })
  return (
    <>
      <TabHead title={title}>{columns.menu}</TabHead>
      {children}
      <RequestFilters {...{ query, counts, people, sort, set, onSort }} />
      <ListStates
        what={what}
        query={list}
        empty={
          <StateNote
            title={`No ${what.toLowerCase()} here`}
            text={isFiltered(query) ? `No ${what.toLowerCase()} match your filters.` : 'None has come yet.'}
          />
        }
      >
        {(items) => (
          <BesideList
            panel={
              beside.id ? (
                <RequestPanel
                  key={beside.id}
                  kind={kind}
                  id={beside.id}
                  listed={items.find(({ id }) => id === beside.id)}
                  onDelete={ask}
                  onClose={beside.close}
                />
              ) : null
            }
          >
            <RequestTable
              {...{ kind, items, canEdit, onStatus }}
              selection={selection.rows}
              sorting={{ value: sort, onSort }}
              hidden={columns.hidden}
              openRow={beside.openRow}
              isStale={list.isPlaceholderData}
              onDelete={ask}
            />
          </BesideList>
        )}
      </ListStates>
      <Pages {...{ page, total, sort }} onPage={(to) => set('page', to)} />
      <RequestBulk items={list.data ?? NONE} {...{ kind, total, selection, people }} />
      {dialog}
    </>
  )
}

function totalOf(counts: RequestCounts | undefined, asked: string | null): number {
  if (!counts) return 0
  return REQUEST_STATUSES.filter((it) => !asked || it === asked).reduce((sum, it) => sum + counts[it], 0)
}
