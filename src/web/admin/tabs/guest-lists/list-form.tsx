import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { GuestList, ListedNight } from '#features/guest-lists/schema.ts'
import { FormDialog } from '#ui/admin/forms/form-dialog.tsx'
import { FormFields, useFormValues } from '#ui/admin/forms/form-fields.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { ApiError, apiFetch, fieldErrors, toastFailure } from '#web/admin/data/api-client.ts'
import { useSavedOver } from '#web/admin/data/use-saved-over.tsx'
import {
  fieldsOfList,
  LIST_FIELDS,
  type ListFields,
  LISTS_KEY,
  LISTS_PATH,
  newList,
  nightField,
} from './list-fields.ts'

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
  const form = useFormValues(list ? fieldsOfList(list) : newList(nights))
  const [key, setKey] = useState(() => crypto.randomUUID())
  const onSavedBefore = (saved: GuestList): void => {
    if (saved.eventId === form.values.eventId) return saveOver(saved)
    setKey(crypto.randomUUID())
    showToast({
      tone: 'bad',
      title: 'Saved for another night',
      text: `${saved.name} was added before, for the night that you chose first. Press Add once more for a list of this night, too.`,
    })
  }
  const saving = useSaving(form.values, key, { onSaved, onConflict: (it) => onConflict(it), onSavedBefore })
  const { base, saveOver, onConflict, question } = useSavedOver({
    opened: list,
    noun: 'guest list',
    fieldsOf: fieldsOfList,
    typed: form.values,
    setValue: form.setValue,
    save: saving.mutate,
  })
  return (
    <>
      <FormDialog
        title={base ? 'Edit guest list' : 'Add guest list'}
        submit={base ? 'Update' : 'Add'}
        isBusy={saving.isPending}
        onSubmit={() => saving.mutate(base)}
        onClose={onClose}
      >
        <FormFields
          form={{ ...form, errors: fieldErrors(saving.error) }}
          fields={base ? LIST_FIELDS : [nightField(nights), ...LIST_FIELDS]}
        />
      </FormDialog>
      {question}
    </>
  )
}

async function updateList(
  { id, version }: GuestList,
  { eventId: _eventId, ...fields }: ListFields,
): Promise<GuestList> {
  return (await apiFetch(`${LISTS_PATH}/${id}`, { method: 'PUT', json: { ...fields, version } })).item
}

const addList = async (fields: ListFields, key: string): Promise<GuestList> =>
  (await apiFetch(LISTS_PATH, { method: 'POST', json: fields, key })).item

type Outcome = Pick<Props, 'onSaved'> & {
  readonly onConflict: (theirs: GuestList) => void
  /** The form was sent before, with other fields, and its answer was lost. */
  readonly onSavedBefore: (saved: GuestList) => void
}

/** Saves the fields as a new list, or over the version that is passed. `key` is the idempotency key of a new list. */
function useSaving(fields: ListFields, key: string, { onSaved, onConflict, onSavedBefore }: Outcome) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (base: GuestList | null) => (base ? updateList(base, fields) : addList(fields, key)),
    onSuccess: async (saved, base) => {
      await queries.invalidateQueries({ queryKey: LISTS_KEY })
      showToast({ tone: 'good', title: base ? 'List updated' : 'List added', text: saved.name })
      onSaved(saved)
    },
    onError(error) {
      if (error instanceof ApiError && error.isVersionConflict) onConflict(error.body.current)
      else if (error instanceof ApiError && error.isSavedBefore) onSavedBefore(error.body.current)
      else toastFailure('Error saving the list', error)
    },
  })
}
