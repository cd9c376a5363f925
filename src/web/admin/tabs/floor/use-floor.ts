import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ServerForm } from '#features/reservation-management/floor/schema.ts'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import { RESERVATIONS_KEY } from '../reservations/use-reservation-list.ts'

/** The room of a date; of tonight where it is null. Below the key of the reservations: a server event refetches it. */
export function useFloor(date: string | null) {
  return useQuery({
    queryKey: [...RESERVATIONS_KEY, 'floor', date ?? 'now'],
    staleTime: 0,
    refetchInterval: 60_000,
    queryFn: ({ signal }) => {
      const query = new URLSearchParams(date === null ? {} : { date })
      return apiFetch(`/admin/api/floor?${query}`, { signal })
    },
  })
}

/** Saves the servers of a night, each zone by itself. */
export function useServers(onSaved: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (forms: readonly ServerForm[]) =>
      Promise.all(forms.map((json) => apiFetch('/admin/api/floor/servers', { method: 'PUT', json }))),
    onSuccess: onSaved,
    onError: (error) => toastFailure('Error saving the servers', error),
    onSettled: () => queries.invalidateQueries({ queryKey: RESERVATIONS_KEY }),
  })
}
