import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TRASH_DAYS, type TrashEntity } from '#features/trash/schema.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import { UNDO_MS } from '#lib/undo-window.ts'
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx'
import { keepPlace } from '#ui/admin/lists/keep-place.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { useAgreement } from './use-consent.tsx'
import { apiFetch, apiFetchAny, toastFailure } from './api-client.ts'

type Named = {
  readonly id: string
  readonly name: string
  /** A consequence that the question names. */
  readonly note?: string | undefined
}

/** Record to restore, with the fields that staff agreed to. */
type Restored = { readonly record: Named; readonly also?: object }

export type DeletionOptions = {
  readonly entity: TrashEntity
  /** Noun in questions and toasts: `menu item`. */
  readonly noun: string
  /** API path of the list, `/admin/api/menu`; the id follows. */
  readonly path: string
  /** Query key of the list, an array of records with an `id`. */
  readonly queryKey: QueryKey
  /** Called after the deletion, for the page of the record itself and for the panel beside the list. */
  readonly onDeleted?: (record: Named) => void
}

/**
 * Deletes a record after a confirmation, with an optimistic update, an undo for ten seconds, and a restore from the trash
 * for thirty days.
 */
export function useDelete({ entity, noun, path, queryKey, onDeleted }: DeletionOptions) {
  const queries = useQueryClient()
  const [candidate, setCandidate] = useState<Named | null>(null)
  const refetch = () =>
    Promise.all([queries.invalidateQueries({ queryKey }), queries.invalidateQueries({ queryKey: ['bin'] })])

  const undo = useMutation({
    mutationFn: ({ record: { id }, also }: Restored) =>
      apiFetch('/admin/api/trash/restore', { method: 'POST', json: { entity, id, ...also } }),
    onSuccess: ({ item: note }, { record: { name } }) =>
      showToast({ tone: 'good', title: `${capitalized(noun)} restored`, text: note ?? name }),
    onError(error, { record }) {
      if (!agreement.ask(record, error)) toastFailure(`Error restoring ${noun}`, error)
    },
    onSettled: refetch,
  })
  const agreement = useAgreement<Named>({
    confirm: 'Restore anyway',
    onAgree: (record, also) => undo.mutate({ record, also }),
  })
  const deletion = useMutation({
    mutationFn: ({ id }: Named) => apiFetchAny(`${path}/${id}`, { method: 'DELETE' }),
    async onMutate({ id }) {
      keepPlace(id)
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData<readonly { id: string }[]>(queryKey)
      queries.setQueryData<readonly { id: string }[]>(queryKey, (items) =>
        items?.filter((it) => it.id !== id),
      )
      return { before }
    },
    onSuccess(_answer, record) {
      onDeleted?.(record)
      showToast({
        tone: 'good',
        title: `${capitalized(noun)} deleted successfully!`,
        text: record.name,
        staysMs: UNDO_MS,
        action: { label: 'Undo', onPress: () => undo.mutate({ record }) },
      })
    },
    onError(error, _record, context) {
      queries.setQueryData(queryKey, context?.before)
      toastFailure(`Error deleting ${noun}`, error)
    },
    onSettled: refetch,
  })
  const dialog = (
    <>
      <ConfirmDialog
        isOpen={candidate !== null}
        question={`Are you sure you want to delete this ${noun}?`}
        confirm="Delete"
        onConfirm={() => {
          if (candidate) deletion.mutate(candidate)
          setCandidate(null)
        }}
        onClose={() => setCandidate(null)}
      >
        <p className="text-sand">
          <strong className="text-cream">{candidate?.name}</strong> can be restored from the bin for{' '}
          {TRASH_DAYS} days.
        </p>
        {candidate?.note ? <p className="mt-2 text-sand">{candidate.note}</p> : null}
      </ConfirmDialog>
      {agreement.dialog}
    </>
  )
  return { ask: setCandidate, dialog }
}
