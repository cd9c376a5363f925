import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CloseForm } from '#features/close-out/schema.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import { RESERVATIONS_KEY } from '../reservations/use-reservation-list.ts'

export const CLOSE_OUT_KEY = [...RESERVATIONS_KEY, 'close-out']
export const CLOSE_OUT_PATH = '/admin/api/close-out'

/** The close-out of a date; of the night that is to be closed now where it is null. */
export const useCloseOut = (date: string | null) =>
  useQuery({
    queryKey: [...CLOSE_OUT_KEY, date ?? 'now'],
    staleTime: 0,
    refetchInterval: 60_000,
    queryFn: ({ signal }) =>
      apiFetch(`${CLOSE_OUT_PATH}?${new URLSearchParams(date === null ? {} : { date })}`, { signal }),
  })

type Options = { readonly date: string; readonly onDone: () => void }

/** Closes a night. The dialog shows why it was refused, beside the fields that it is about. */
export function useClosing({ date, onDone }: Options) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (json: CloseForm) => apiFetch(`${CLOSE_OUT_PATH}/${date}/close`, { method: 'POST', json }),
    onSuccess() {
      showToast({ tone: 'good', title: 'The night is closed' })
      onDone()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: RESERVATIONS_KEY }),
  })
}

/** Opens a closed night again. */
export function useReopening({ date, onDone }: Options) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => apiFetch(`${CLOSE_OUT_PATH}/${date}/close`, { method: 'DELETE' }),
    onSuccess: () => showToast({ tone: 'good', title: 'The night is open again' }),
    onError: (error) => toastFailure('The night is not open', error),
    onSettled: () => {
      onDone()
      return queries.invalidateQueries({ queryKey: RESERVATIONS_KEY })
    },
  })
}

/** Locks the figures of a night. */
export function useLocking({ date, onDone }: Options) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (json: { readonly counted: string; readonly note: string }) =>
      apiFetch(`${CLOSE_OUT_PATH}/${date}/lock`, { method: 'POST', json }),
    onSuccess() {
      showToast({ tone: 'good', title: 'The figures are locked' })
      onDone()
    },
    onError: (error) => toastFailure('The figures are not locked', error),
    onSettled: () => queries.invalidateQueries({ queryKey: CLOSE_OUT_KEY }),
  })
}
