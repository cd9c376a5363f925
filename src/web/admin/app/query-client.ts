import { MutationCache, QueryClient } from '@tanstack/react-query'
import { dismissErrors } from '#ui/toasts/toasts.ts'
import { ApiError } from '../data/api-client.ts'

const FRESH_MS = 5 * 60_000

/** Query cache of the staff area: fresh for five minutes, one retry after a network error. */
export const createQueries = (): QueryClient =>
  new QueryClient({
    // The outcome of a new attempt takes the place of the earlier errors.
    mutationCache: new MutationCache({ onMutate: dismissErrors }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        gcTime: 2 * FRESH_MS,
        retry: (failures, error) => failures < 1 && !(error instanceof ApiError),
        retryDelay: 500,
        // The connection state comes from failed requests; `navigator.onLine` is not reliable.
        networkMode: 'always',
        refetchOnReconnect: 'always',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
