import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { GuestList, ListedNight } from '#features/guest-lists/schema.ts'
import { FormDialog } from '#ui/admin/forms/form-dialog.tsx'
import { FormFields, useFormValues } from '#ui/admin/forms/form-fields.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch, fieldErrors, toastFailure } from '#web/admin/data/api-client.ts'
import { fieldsOfList, LIST_FIELDS, LISTS_KEY, LISTS_PATH, newList, nightField } from './list-fields.ts'

type Props = {
  /** The list to edit; null for a new one. */
  readonly list: GuestList | null
  /** Nights that a new list can be for. */
  readonly nights: readonly ListedNight[]
  readonly onSaved: (list: GuestList) => void
  readonly onClose: () => void
}

/** Adds or edits a guest list. */
export function ListForm({ list, nights, onSaved, onClose }: Props) {
  const queries = useQueryClient()
  const form = useFormValues(list ? fieldsOfList(list) : newList(nights))
  const { eventId, ...fields } = form.values
  const saving = useMutation({
    mutationFn: async () =>
      list
        ? (
            await apiFetch(`${LISTS_PATH}/${list.id}`, {
              method: 'PUT',
              json: { ...fields, version: list.version },
            })
          ).item
        : (await apiFetch(LISTS_PATH, { method: 'POST', json: { ...fields, eventId } })).item,
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey: LISTS_KEY })
      showToast({ tone: 'good', title: list ? 'List updated' : 'List added', text: saved.name })
      onSaved(saved)
    },
    onError: (error) => toastFailure('Error saving the list', error),
  })
  return (
    <FormDialog
      title={list ? 'Edit guest list' : 'Add guest list'}
      submit={list ? 'Update' : 'Add'}
      isBusy={saving.isPending}
      onSubmit={() => saving.mutate()}
      onClose={onClose}
    >
      <FormFields
        form={{ ...form, errors: fieldErrors(saving.error) }}
        fields={list ? LIST_FIELDS : [nightField(nights), ...LIST_FIELDS]}
      />
    </FormDialog>
  )
}
