import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { RESERVATIONS_KEY } from '../reservations/use-reservation-list.ts'

export const PATH = '/admin/api/guests'

/** Below the key of the reservations: a changed reservation changes the figures of its guest. */
const GUESTS_KEY = [...RESERVATIONS_KEY, 'guests']

export const useGuestList = (filter: string) =>
  useInfiniteQuery({
    queryKey: [...GUESTS_KEY, 'list', filter],
    initialPageParam: 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(filter)
      if (pageParam > 0) query.set('after', String(pageParam))
      return apiFetch(`${PATH}?${query}`, { signal })
    },
    getNextPageParam: (page) => page.next,
  })

export const guestQuery = (id: string) =>
  queryOptions({
    queryKey: [...GUESTS_KEY, 'one', id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await apiFetch(`${PATH}/${id}`, { signal })).item,
  })

export const useGuest = (id: string) => useQuery(guestQuery(id))

type Contact = { readonly phone: string; readonly email: string }

/** The guest whom a reservation with these contacts would belong to. */
export const useGuestByContact = ({ phone, email }: Contact) =>
  useQuery({
    queryKey: [...GUESTS_KEY, 'contact', phone, email],
    staleTime: 0,
    enabled: phone !== '' || email !== '',
    queryFn: async ({ signal }) =>
      (await apiFetch(`/admin/api/guest-by-contact?${new URLSearchParams({ phone, email })}`, { signal }))
        .guest,
  })

/** Reads guests and reservations anew after a change of a guest. */
export function useGuestsChanged() {
  const queries = useQueryClient()
  return useCallback(() => queries.invalidateQueries({ queryKey: RESERVATIONS_KEY }), [queries])
}
