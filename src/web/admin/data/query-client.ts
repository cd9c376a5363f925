import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-client.ts'

const FRESH_MS = 5 * 60_000

/** What the browser keeps of the house: fresh for five minutes, and asked once more where nobody answered. */
export const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        gcTime: 2 * FRESH_MS,
        retry: (failures, error) => failures < 1 && !(error instanceof ApiError),
        retryDelay: 500,
        // Whether the line holds is noticed where something is asked, not believed of the browser.
        networkMode: 'always',
        refetchOnReconnect: 'always',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
