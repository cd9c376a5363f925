import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { UNDO_MS } from '#lib/undo-window.ts'
import { isolated } from '#lib/names/isolated.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import { PATH, useRefetchReservations } from './use-reservation-list.ts'

type Undone = { readonly id: string; readonly actId: string }
type Act = Undone & {
  readonly guestName: string
  /** Changes of other reservations that are undone after it. */
  readonly also?: readonly Undone[]
}

/** Success toast of a reservation action, with undo for ten seconds. */
export function useUndoToast() {
  const refetchAll = useRefetchReservations()
  const { mutate: undo } = useMutation({
    mutationFn: async ({ also = [], ...act }: Act) => {
      for (const { id, actId } of [act, ...also])
        // oxlint-disable-next-line no-await-in-loop -- the others stay as they are where the first cannot be undone
        await apiFetch(`${PATH}/${id}/undo`, { method: 'POST', json: { actId } })
    },
    onSuccess: (_answer, { guestName }) =>
      showToast({ tone: 'good', title: 'Undone', text: `${isolated(guestName)}: everything is as it was.` }),
    onError: (error) => toastFailure('Error undoing the change', error),
    onSettled: refetchAll,
  })
  return useCallback(
    ({ title, text, act }: { title: string; text: string; act: Act | null }) =>
      showToast({
        tone: 'good',
        title,
        ...(text ? { text } : {}),
        ...(act ? { staysMs: UNDO_MS, action: { label: 'Undo', onPress: () => undo(act) } } : {}),
      }),
    [undo],
  )
}
