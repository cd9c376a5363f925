import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { RequestKind, StaffRequest } from '#features/requests/schema.ts'
import { useMatching } from '#web/admin/selection/use-matching.ts'
import { useSelection } from '#web/admin/selection/use-selection.ts'
import { KIND_LABELS } from './request-kinds.ts'
import { matchingQuery } from './use-requests.ts'

/** Requests to read at once: the filter without the page. */
const wholeList = (query: URLSearchParams): string => {
  const filter = new URLSearchParams(query)
  filter.delete('page')
  return filter.toString()
}

/** The selected requests of all pages. Those of other pages are read once one of them is selected. */
export function useRequestSelection(
  kind: RequestKind,
  query: URLSearchParams,
  items: readonly StaffRequest[] | undefined,
) {
  const queries = useQueryClient()
  const filter = wholeList(query)
  const { rows, select, clear } = useSelection(items, filter)
  const shown = new Map(items?.map((it) => [it.id, it]))
  const ids = [...rows.ids]
  const others = useQuery({
    ...matchingQuery(kind, filter),
    enabled: items !== undefined && ids.some((id) => !shown.has(id)),
  })
  const known = new Map([...(others.data?.items.map((it) => [it.id, it] as const) ?? []), ...shown])
  const matching = useMatching({
    plural: KIND_LABELS[kind].what.toLowerCase(),
    advice: 'Narrow the list.',
    async find() {
      const found = await queries.fetchQuery({ ...matchingQuery(kind, filter), staleTime: 0 })
      return { ids: found.items.map(({ id }) => id), hasMore: found.hasMore }
    },
    select,
  })
  return {
    rows,
    selected: ids.flatMap((id) => known.get(id) ?? []),
    isReading: others.isLoading,
    matching,
    clear,
  }
}
