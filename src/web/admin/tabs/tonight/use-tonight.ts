import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ArrivalEvent } from '#features/reservation-management/arrivals/schema.ts'
import type { Party, Tonight } from '#features/reservation-management/tonight/schema.ts'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { RESERVATIONS_KEY } from '../reservations/use-reservation-list.ts'
import { inOrder, mergeTonight, withMissing } from './parties.ts'

const PATH = '/admin/api/tonight'

/** Below the key of the reservations: an event of the server refetches it, and only the changes are sent. */
const tonightKey = (date: string | null) => [...RESERVATIONS_KEY, 'tonight', date ?? 'now']

const read = (query: Record<string, string>, signal: AbortSignal): Promise<Tonight> =>
  apiFetch(`${PATH}?${new URLSearchParams(query)}`, { signal })

const tonightQuery = (queries: QueryClient, date: string | null) =>
  queryOptions({
    queryKey: tonightKey(date),
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const of = date === null ? {} : { date }
      const before = queries.getQueryData<Tonight>(tonightKey(date))
      const answer = await read(before ? { ...of, since: before.at } : of, signal)
      return mergeTonight(before, answer) ?? inOrder(await read(of, signal))
    },
  })

/** The parties of a date; of tonight where it is null. */
export const useTonight = (date: string | null) =>
  useQuery({ ...tonightQuery(useQueryClient(), date), refetchInterval: 60_000 })

/** A party of the cached list, or of a new answer where the list does not have it yet; undefined without an answer. */
export async function findListedParty(
  queries: QueryClient,
  date: string | null,
  id: string,
): Promise<Party | undefined> {
  const partyOf = (tonight: Tonight | undefined) => tonight?.parties.find((it) => it.id === id)
  const cached = partyOf(queries.getQueryData<Tonight>(tonightKey(date)))
  return cached ?? partyOf(await queries.fetchQuery(tonightQuery(queries, date)).catch(() => undefined))
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
