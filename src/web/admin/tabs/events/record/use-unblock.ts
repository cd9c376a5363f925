import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'

type Blocked = { readonly id: string; readonly tableNumber: number }

/** Makes a table that staff held back free again, and refetches what is below a key. */
export function useUnblock(queryKey: QueryKey, onDone?: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Blocked) => apiFetch(`/admin/api/table-blocks/${id}`, { method: 'DELETE' }),
    onSuccess(_answer, { tableNumber }) {
      showToast({ tone: 'good', title: `Table ${tableNumber} can be booked again` })
      onDone?.()
    },
    onError: (error) => toastFailure('Error releasing the table', error),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}
