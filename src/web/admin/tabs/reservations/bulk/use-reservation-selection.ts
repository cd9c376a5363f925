import type { ReservationEntry } from '#features/reservation-management/list/schema.ts'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { useMatching } from '#web/admin/selection/use-matching.ts'
import { useSelection } from '#web/admin/selection/use-selection.ts'
import { PATH } from '../use-reservation-list.ts'

/** The selected reservations of a filter, shown or not. */
export function useReservationSelection(items: readonly ReservationEntry[] | undefined, filter: string) {
  const selection = useSelection(items, filter)
  const matching = useMatching({
    plural: 'reservations',
    advice: 'Narrow the list, or download it as CSV.',
    find: () => apiFetch(`${PATH}/ids?${filter}`),
    select: selection.select,
  })
  return { ...selection, matching }
}
