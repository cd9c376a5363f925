import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CoverTaken } from '#features/payments/cover/schema.ts'
import type { ArrivalEvent } from '#features/reservation-management/arrivals/schema.ts'
import type { Party, Tonight } from '#features/reservation-management/tonight/schema.ts'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { RESERVATIONS_KEY } from '../reservations/use-reservation-list.ts'
import { inOrder, mergeTonight, withMissing, withRecorded } from './parties.ts'

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

/** A party of the cached list; undefined where the list does not have it, or is not cached. */
export const listedParty = (queries: QueryClient, date: string | null, id: string): Party | undefined =>
  queries.getQueryData<Tonight>(tonightKey(date))?.parties.find((it) => it.id === id)

/** A party of the cached list, or of a new answer where the list does not have it yet; undefined without an answer. */
export async function findListedParty(
  queries: QueryClient,
  date: string | null,
  id: string,
): Promise<Party | undefined> {
  const cached = listedParty(queries, date, id)
  if (cached) return cached
  await queries.fetchQuery(tonightQuery(queries, date)).catch(() => undefined)
  return listedParty(queries, date, id)
}

/** Changes a party of the cached list. */
function changeListed(
  queries: QueryClient,
  date: string | null,
  { id, change }: { readonly id: string; readonly change: (party: Party) => Party },
): void {
  queries.setQueryData<Tonight>(tonightKey(date), (tonight) =>
    tonight
      ? { ...tonight, parties: tonight.parties.map((party) => (party.id === id ? change(party) : party)) }
      : tonight,
  )
}

/** Adds events that the server has recorded to the cached list, so that they show before the next read. */
export const addRecordedEvents = (
  queries: QueryClient,
  date: string | null,
  { id, events }: { readonly id: string; readonly events: readonly ArrivalEvent[] },
): void => changeListed(queries, date, { id, change: (party) => withRecorded(party, events) })

/** Adds cover that the server has recorded to the cached list. */
export const addRecordedCover = (
  queries: QueryClient,
  date: string | null,
  { id, taken }: { readonly id: string; readonly taken: CoverTaken },
): void =>
  changeListed(queries, date, {
    id,
    change: ({ cover, ...party }) => ({
      ...party,
      cover: cover && { ...cover, taken: withMissing(cover.taken, [taken]) },
    }),
  })
