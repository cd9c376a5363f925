import { MutationCache, QueryClient } from '@tanstack/react-query'
import { dismissErrors } from '#ui/toasts/toasts.ts'
import { ApiError } from '../data/api-client.ts'

const FRESH_MS = 5 * 60_000

/** Whether the server answered, and would answer the same again. */
const isRefusal = (error: Error): boolean => error instanceof ApiError && error.status < 500

/** Query cache of the staff area: fresh for five minutes, one retry where the connection or the server failed. */
export const createQueries = (): QueryClient =>
  new QueryClient({
    // The outcome of a new attempt takes the place of the earlier errors.
    mutationCache: new MutationCache({ onMutate: dismissErrors }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        gcTime: 2 * FRESH_MS,
        retry: (failures, error) => failures < 1 && !isRefusal(error),
        retryDelay: 500,
        // The connection state comes from failed requests; `navigator.onLine` is not reliable.
        networkMode: 'always',
        refetchOnReconnect: 'always',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
