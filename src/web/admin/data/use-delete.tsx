import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TRASH_DAYS, type TrashEntity } from '#features/trash/schema.ts'
import { UNDO_MS } from '#lib/undo-window.ts'
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import { useAgreement } from './use-consent.tsx'
import { apiFetch, toastFailure } from './api-client.ts'

type Named = { readonly id: string; readonly name: string }

/** A restored record, with what staff agreed to. */
type Restored = { readonly thing: Named; readonly also?: object }

export type DeletionOptions = {
  readonly entity: TrashEntity
  /** As the questions and the toasts call it: `menu item`. */
  readonly noun: string
  /** Where such things are deleted: `/admin/api/menu`, followed by the id. */
  readonly path: string
  /** The list it stands in; what is kept under it is an array of things with an `id`. */
  readonly queryKey: QueryKey
  /** For a page of the thing itself, which is gone then. */
  readonly onDeleted?: () => void
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * Deleting as it is done everywhere here: it is asked for by name, done at once on the screen, can be undone for ten
 * seconds, and from the bin for thirty days.
 */
export function useDelete({ entity, noun, path, queryKey, onDeleted }: DeletionOptions) {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<Named | null>(null)
  const readAnew = () =>
    Promise.all([queries.invalidateQueries({ queryKey }), queries.invalidateQueries({ queryKey: ['bin'] })])

  const undo = useMutation({
    mutationFn: ({ thing: { id }, also }: Restored) =>
      apiFetch('/admin/api/trash/restore', { method: 'POST', json: { entity, id, ...also } }),
    onSuccess: (_answer, { thing: { name } }) =>
      showToast({ tone: 'good', title: `${capital(noun)} restored`, text: name }),
    onError(error, { thing }) {
      if (!agreement.ask(thing, error)) toastFailure(`Error restoring ${noun}`, error)
    },
    onSettled: readAnew,
  })
  const agreement = useAgreement<Named>({
    confirm: 'Restore all the same',
    onAgree: (thing, also) => undo.mutate({ thing, also }),
  })
  const deletion = useMutation({
    mutationFn: ({ id }: Named) => apiFetch(`${path}/${id}`, { method: 'DELETE' }),
    async onMutate({ id }) {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData<readonly { id: string }[]>(queryKey)
      queries.setQueryData<readonly { id: string }[]>(queryKey, (items) =>
        items?.filter((it) => it.id !== id),
      )
      return { before }
    },
    onSuccess(_answer, thing) {
      onDeleted?.()
      showToast({
        tone: 'good',
        title: `${capital(noun)} deleted successfully!`,
        text: thing.name,
        staysMs: UNDO_MS,
        action: { label: 'Undo', onPress: () => undo.mutate({ thing }) },
      })
    },
    onError(error, _thing, context) {
      queries.setQueryData(queryKey, context?.before)
      toastFailure(`Error deleting ${noun}`, error)
    },
    onSettled: readAnew,
  })
  const dialog = (
    <>
      <ConfirmDialog
        isOpen={asked !== null}
        question={`Are you sure you want to delete this ${noun}?`}
        confirm="Delete"
        onConfirm={() => {
          if (asked) deletion.mutate(asked)
          setAsked(null)
        }}
        onClose={() => setAsked(null)}
      >
        <p className="text-sand">
          <strong className="text-cream">{asked?.name}</strong> can be taken out of the bin for {TRASH_DAYS}{' '}
          days.
        </p>
      </ConfirmDialog>
      {agreement.dialog}
    </>
  )
  return { ask: setAsked, dialog }
}
