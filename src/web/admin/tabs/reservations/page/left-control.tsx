import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { namedTables } from '#lib/text/list-text.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import type { ReservationEntry } from '#features/reservation-management/list/schema.ts'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import { serverNow } from '#web/admin/clock/server-clock.ts'
import { useAgreement } from '#web/admin/data/use-consent.tsx'
import { RESERVATIONS_KEY, PATH } from '../use-reservation-list.ts'
import { useUndoToast } from '../use-undo.ts'

type Item = Pick<
  ReservationEntry,
  'id' | 'guestName' | 'status' | 'startsAt' | 'endsAt' | 'leftAt' | 'tableNumbers'
>

/** Whether the reservation's time is now: only then the party can be marked as left, or as still here. */
export const canMarkLeft = ({ status, startsAt, endsAt, tableNumbers }: Item, now = serverNow()): boolean =>
  status !== 'cancelled' && tableNumbers.length > 0 && new Date(startsAt) <= now && now < new Date(endsAt)

type Marked = { readonly item: Item; readonly agreed?: object }

/** Marks a party as left, which frees its table, or as still here: a dinner may take a table off sale by that. */
export function useLeft() {
  const queries = useQueryClient()
  const showUndoToast = useUndoToast()
  const agreement = useAgreement<Marked>({ onAgree: ({ item }, agreed) => change.mutate({ item, agreed }) })
  const change = useMutation({
    mutationFn: async ({ item: { id, leftAt }, agreed }: Marked) => {
      const json = { hasLeft: leftAt === null, ...agreed }
      return (await apiFetch(`${PATH}/${id}/left`, { method: 'PUT', json })).item
    },
    onSuccess: (act, { item: { id, guestName, leftAt, tableNumbers } }) => {
      const verb = tableNumbers.length === 1 ? 'is' : 'are'
      const tables = capitalized(namedTables(tableNumbers))
      showUndoToast({
        title: leftAt === null ? 'Party left' : 'Still here',
        text: leftAt === null ? `${tables} ${verb} free from now on.` : `${tables} ${verb} theirs again.`,
        act: act && { id, guestName, actId: act.actId },
      })
    },
    onError(error, marked): void {
      if (!agreement.ask(marked, error)) toastFailure('Error updating reservation', error)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: RESERVATIONS_KEY }),
  })
  const { mutate } = change
  return { mark: useCallback((item: Item): void => mutate({ item }), [mutate]), dialog: agreement.dialog }
}
