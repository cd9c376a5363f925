import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useCan } from '#web/admin/auth/current-user.ts'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { EVENTS_PATH } from '../event-fields.ts'
import type { Night } from './night.ts'

const EVERY_HALF_MINUTE = 30_000

/** One event with its parties and blocked tables, or without them for a role that reads no reservations. */
const nightQuery = (id: string, seesParties: boolean) =>
  queryOptions({
    queryKey: ['events', 'night', id],
    staleTime: 0,
    async queryFn({ signal }): Promise<Night> {
      if (seesParties) return apiFetch(`${EVENTS_PATH}/${id}/night`, { signal })
      const { item } = await apiFetch(`${EVENTS_PATH}/${id}`, { signal })
      return { event: item, guests: [], holds: [], free: [] }
    },
  })

export function useNightQuery() {
  const seesParties = useCan('reservations.read')
  return useCallback((id: string) => nightQuery(id, seesParties), [seesParties])
}

export const useNight = (id: string) =>
  useQuery({ ...useNightQuery()(id), refetchInterval: EVERY_HALF_MINUTE })
