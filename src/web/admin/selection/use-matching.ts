import { useMutation } from '@tanstack/react-query'
import { MAX_SELECTED } from '#lib/selection-limit.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { toastFailure } from '../data/api-client.ts'

type Matching = {
  readonly plural: string
  /** Advice to staff where more match than can be selected. */
  readonly advice: string
  readonly find: () => Promise<{ readonly ids: readonly string[]; readonly hasMore: boolean }>
  readonly select: (ids: readonly string[]) => void
}

/** Finds all records that match the filter of a list, to select them. */
export const useMatching = ({ plural, advice, find, select }: Matching) =>
  useMutation({
    mutationFn: find,
    onSuccess(found) {
      select(found.ids)
      if (found.hasMore)
        showToast({
          tone: 'good',
          title: `The first ${MAX_SELECTED.toLocaleString('en-US')} are selected`,
          text: `More cannot be selected at once. ${advice}`,
        })
    },
    onError: (error) => toastFailure(`Error selecting ${plural}`, error),
  })
