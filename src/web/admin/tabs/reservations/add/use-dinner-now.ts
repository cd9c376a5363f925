import { useQuery } from '@tanstack/react-query'
import { type DinnerContext, NOW } from '#features/reservation-management/staff-bookings/schema.ts'
import { momentAt } from '#lib/venue-time.ts'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { RESERVATIONS_KEY } from '../use-reservation-list.ts'

export const DINNERS = '/admin/api/staff-bookings/dinners'

/** The service of a date, or of today where it is null, for a party that would start at this moment. */
export const useDinnerNow = (date: string | null, isAsked: boolean) =>
  useQuery({
    queryKey: [...RESERVATIONS_KEY, 'staff-booking', 'walk-in', date ?? 'now'],
    staleTime: 0,
    enabled: isAsked,
    queryFn: ({ signal }) =>
      apiFetch(
        `${DINNERS}?${new URLSearchParams({ ...(date === null ? {} : { date }), guests: '2', time: NOW })}`,
        { signal },
      ),
  })

/** Whether the last dinner of a date has begun: who books for it now wants a table of the night. */
export const isDinnerOver = (
  { date, day, canStartNow, slots }: Pick<DinnerContext, 'date' | 'day' | 'canStartNow' | 'slots'>,
  now: Date,
): boolean => day === 'open' && !canStartNow && slots.every(({ time }) => momentAt(date, time) <= now)
