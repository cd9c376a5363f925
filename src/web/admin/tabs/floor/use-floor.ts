import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
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

const TICK_MS = 20_000

/** The time, often enough for minutes. */
export function useClock(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
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
