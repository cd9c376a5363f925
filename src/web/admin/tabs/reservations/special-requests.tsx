import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { namedTables } from '#lib/text/list-text.ts'
import { shownDay } from '#ui/admin/shown-time.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { RESERVATIONS_KEY, PATH } from './use-reservation-list.ts'

/** Special requests of all reservations that match the filter, also of rows that are not loaded yet. */
export function SpecialRequests({ filter }: { filter: string }) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...RESERVATIONS_KEY, 'requests', filter],
    initialPageParam: '',
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(filter)
      if (pageParam) query.set('after', pageParam)
      return apiFetch(`${PATH}/requests?${query}`, { signal })
    },
    getNextPageParam: (page) => page.next,
  })
  const items = data?.pages.flatMap((page) => page.items) ?? []
  if (items.length === 0) return null
  return (
    <Panel className="[content-visibility:auto]">
      <h3 className="text-lg">Special Requests</h3>
      <ul className="mt-3 grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {items.map((it) => (
          <li key={it.id} className="rounded-lg border border-bark bg-night px-4 py-3">
            <p className="font-semibold">{it.guestName}</p>
            <p className="text-sm text-dune">
              {it.event?.title ?? 'Dinner'}, {shownDay(it.date)},{' '}
              {it.tableNumbers.length === 0 ? 'no table' : namedTables(it.tableNumbers)}
              {it.status === 'cancelled' ? ', cancelled' : ''}
            </p>
            <p className="mt-1 break-words whitespace-pre-line text-sand">{it.specialRequests}</p>
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button
          look="outline"
          className="mt-4"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more special requests
        </Button>
      ) : null}
    </Panel>
  )
}
