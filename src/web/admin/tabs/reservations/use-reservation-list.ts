import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { UNDO_MS } from '#lib/undo-window.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch, apiFetchAny, toastFailure } from '#web/admin/data/api-client.ts'

export const PATH = '/admin/api/reservations'
/** Prefix of all reservation queries. */
export const RESERVATIONS_KEY = ['reservations']
export const LIST_KEY = [...RESERVATIONS_KEY, 'list']
/** All queries that show a reservation or its payments. */
const RESERVATION_KEYS = [RESERVATIONS_KEY, ['bin'], ['payments'], ['overview']]

/** Reads everything again that a change of a reservation may concern. */
export function useRefetchReservations(): () => Promise<unknown> {
  const queries = useQueryClient()
  return () => Promise.all(RESERVATION_KEYS.map((queryKey) => queries.invalidateQueries({ queryKey })))
}

/** Infinite query of the filtered reservations. The last result stays visible until the next one has loaded. */
export const useReservationList = (filter: string) =>
  useInfiniteQuery({
    queryKey: [...LIST_KEY, filter],
    initialPageParam: '',
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(filter)
      if (pageParam) query.set('after', pageParam)
      return apiFetch(`${PATH}?${query}`, { signal })
    },
    getNextPageParam: (page) => page.next,
  })

/** Counts and revenue of the filtered reservations. */
export const useSummary = (filter: string) =>
  useQuery({
    queryKey: [...RESERVATIONS_KEY, 'summary', filter],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => apiFetch(`${PATH}/summary?${new URLSearchParams(filter)}`, { signal }),
  })

export type ReservationChange = {
  readonly path: string
  readonly method: 'POST' | 'PUT'
  readonly json?: unknown
  /** Title of the success toast. */
  readonly done: string
  /** Suppresses the error toast, for callers that show the error themselves. */
  readonly isQuiet?: boolean
  /** Request of the Undo button that the toast has for ten seconds, and the title of its own toast. */
  readonly undo?: { readonly path: string; readonly json: object; readonly done: string }
}

/** Mutation of a reservation with a toast, which invalidates all reservation queries. */
export function useReservationMutation(failure: string) {
  const refetchAll = useRefetchReservations()
  const takeBack = async ({ path, json, done }: NonNullable<ReservationChange['undo']>): Promise<void> => {
    try {
      await apiFetchAny(path, { method: 'POST', json })
      showToast({ tone: 'good', title: done })
    } catch (error) {
      toastFailure('Error undoing the change', error)
    }
    await refetchAll()
  }
  return useMutation({
    mutationFn: ({ path, method, json }: ReservationChange) =>
      apiFetchAny(path, { method, ...(json === undefined ? {} : { json }) }),
    onSuccess: (_answer, { done, undo }) =>
      showToast({
        tone: 'good',
        title: done,
        ...(undo ? { staysMs: UNDO_MS, action: { label: 'Undo', onPress: () => void takeBack(undo) } } : {}),
      }),
    onError: (error, { isQuiet }) => (isQuiet ? undefined : toastFailure(failure, error)),
    onSettled: refetchAll,
  })
}
