import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ArrivalEvent } from '#features/reservation-management/arrivals/schema.ts'
import type { Tonight } from '#features/reservation-management/tonight/schema.ts'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { RESERVATIONS_KEY } from '../reservations/use-reservation-list.ts'
import { inOrder, mergeTonight, withMissing } from './parties.ts'

const PATH = '/admin/api/tonight'

/** Below the key of the reservations: an event of the server refetches it, and only the changes are sent. */
const tonightKey = (date: string | null) => [...RESERVATIONS_KEY, 'tonight', date ?? 'now']

const read = (query: Record<string, string>, signal: AbortSignal): Promise<Tonight> =>
  apiFetch(`${PATH}?${new URLSearchParams(query)}`, { signal })

/** The parties of a date; of tonight where it is null. */
export function useTonight(date: string | null) {
  const queries = useQueryClient()
  const queryKey = tonightKey(date)
  return useQuery({
    queryKey,
    staleTime: 0,
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => {
      const of = date === null ? {} : { date }
      const before = queries.getQueryData<Tonight>(queryKey)
      const answer = await read(before ? { ...of, since: before.at } : of, signal)
      return mergeTonight(before, answer) ?? inOrder(await read(of, signal))
    },
  })
}

/** Adds events that the server has recorded to the cached list, so that they show before the next read. */
export function addRecordedEvents(
  queries: QueryClient,
  date: string | null,
  { id, events }: { readonly id: string; readonly events: readonly ArrivalEvent[] },
): void {
  queries.setQueryData<Tonight>(tonightKey(date), (tonight) =>
    tonight
      ? {
          ...tonight,
          parties: tonight.parties.map((party) =>
            party.id === id ? { ...party, events: withMissing(party.events, events) } : party,
          ),
        }
      : tonight,
  )
}
