import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReservationEntry } from '#features/reservation-management/list/schema.ts'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import { RESERVATIONS_KEY, PATH } from '../use-reservation-list.ts'
import { useUndoToast } from '../use-undo.ts'

type Item = Pick<
  ReservationEntry,
  'id' | 'guestName' | 'status' | 'startsAt' | 'endsAt' | 'leftAt' | 'tableNumbers'
>

/** Whether the reservation's time is now: only then the party can be marked as left, or as still here. */
export const canMarkLeft = ({ status, startsAt, endsAt, tableNumbers }: Item, now = new Date()): boolean =>
  status !== 'cancelled' && tableNumbers.length > 0 && new Date(startsAt) <= now && now < new Date(endsAt)

/** Marks a party as left, which frees its table, or as still here. */
export function useLeft() {
  const queries = useQueryClient()
  const showUndoToast = useUndoToast()
  return useMutation({
    mutationFn: async ({ id, leftAt }: Item) => {
      const json = { hasLeft: leftAt === null }
      return (await apiFetch(`${PATH}/${id}/left`, { method: 'PUT', json })).item
    },
    onSuccess: (act, { id, guestName, leftAt, tableNumbers }) => {
      const tables = `Table ${tableNumbers.join(' + ')}`
      showUndoToast({
        title: leftAt === null ? 'Party left' : 'Still here',
        text: leftAt === null ? `${tables} is free from now on.` : `${tables} is theirs again.`,
        act: act && { id, guestName, actId: act.actId },
      })
    },
    onError: (error) => toastFailure('Error updating reservation', error),
    onSettled: () => queries.invalidateQueries({ queryKey: RESERVATIONS_KEY }),
  })
}
