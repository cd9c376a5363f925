import { useMutation } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { ReservationEntry } from '#features/reservation-management/list/schema.ts'
import { MAX_SELECTED } from '#features/reservation-management/bulk/schema.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import { PATH } from '../use-reservation-list.ts'

type Selected = { readonly filter: string; readonly ids: ReadonlySet<string> }

const NONE: ReadonlySet<string> = new Set()

/** The selected rows. A selection belongs to one filter: another filter clears it. */
export function useSelection(items: readonly ReservationEntry[] | undefined, filter: string) {
  const [selected, setSelected] = useState<Selected>({ filter, ids: NONE })
  const ids = selected.filter === filter ? selected.ids : NONE
  const change = useCallback(
    (changed: readonly string[], isSelected: boolean) =>
      setSelected((before) => {
        const next = new Set(before.filter === filter ? before.ids : NONE)
        for (const id of changed) {
          if (isSelected) next.add(id)
          else next.delete(id)
        }
        return { filter, ids: next }
      }),
    [filter],
  )
  const matching = useMutation({
    mutationFn: () => apiFetch(`${PATH}/ids?${filter}`),
    onSuccess(found) {
      setSelected({ filter, ids: new Set(found.ids) })
      if (found.hasMore)
        showToast({
          tone: 'good',
          title: `The first ${MAX_SELECTED.toLocaleString('en-US')} are selected`,
          text: 'More cannot be selected at once. Narrow the list, or download it as CSV.',
        })
    },
    onError: (error) => toastFailure('Error selecting reservations', error),
  })
  const rows = useMemo(
    () => ({
      ids,
      onRow: (id: string, isSelected: boolean) => change([id], isSelected),
      onAll: (isSelected: boolean) =>
        change(
          (items ?? []).map(({ id }) => id),
          isSelected,
        ),
    }),
    [ids, items, change],
  )
  return {
    rows,
    isFinding: matching.isPending,
    selectMatching: () => matching.mutate(),
    clear: () => setSelected({ filter, ids: NONE }),
  }
}
