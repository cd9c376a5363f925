import { useQuery } from '@tanstack/react-query'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { useUrlFilter } from '#web/admin/list-view/use-url-filter.ts'
import type { Question } from './money-lines.tsx'

/** Pages of the dates; the date follows. */
export const DATE_PAGES = '/admin/payments'

/** Query of a date's page, which keeps the grouping. */
export const datePageQuery = (question: Question): string => (question === 'days' ? '?by=days' : '')

/** Page of one date in a grouping. */
export const datePath = (date: string, question: Question): string =>
  `${DATE_PAGES}/${date}${datePageQuery(question)}`

/** Ledger totals of the thirty dates up to one, today without it. */
export const useMoney = (until: string) =>
  useQuery({
    queryKey: ['payments', 'by-date', until],
    staleTime: 0,
    queryFn: ({ signal }) => apiFetch(`/admin/api/payments/by-date?until=${until}`, { signal }),
  })

export const useProviderMatch = () =>
  useQuery({
    queryKey: ['payments', 'provider'],
    queryFn: ({ signal }) => apiFetch('/admin/api/payments/provider', { signal }),
  })

/** The grouping, kept in the URL. */
export function useQuestion(): { readonly question: Question } & ReturnType<typeof useUrlFilter> {
  const filter = useUrlFilter()
  return { ...filter, question: filter.search.get('by') === 'days' ? 'days' : 'nights' }
}
