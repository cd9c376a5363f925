import { useMutation } from '@tanstack/react-query'
import { MAX_SELECTED } from '#features/reservation-management/bulk/schema.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import { PATH } from '../use-reservation-list.ts'

/** Finds all reservations that match the filter, to select them. */
export const useMatching = (filter: string, select: (ids: readonly string[]) => void) =>
  useMutation({
    mutationFn: () => apiFetch(`${PATH}/ids?${filter}`),
    onSuccess(found) {
      select(found.ids)
      if (found.hasMore)
        showToast({
          tone: 'good',
          title: `The first ${MAX_SELECTED.toLocaleString('en-US')} are selected`,
          text: 'More cannot be selected at once. Narrow the list, or download it as CSV.',
        })
    },
    onError: (error) => toastFailure('Error selecting reservations', error),
  })
