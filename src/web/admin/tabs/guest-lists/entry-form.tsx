import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { EntryShown } from '#features/reservation-management/list/figures/schema.ts'
import type { FieldDescriptor } from '#lib/forms/descriptors.ts'
import { FormDialog } from '#ui/admin/forms/form-dialog.tsx'
import { FormFields, useFormValues } from '#ui/admin/forms/form-fields.tsx'
import { buttonClass } from '#ui/button.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch, ApiError, fieldErrors, toastFailure } from '#web/admin/data/api-client.ts'
import { useSavedOver } from '#web/admin/data/use-saved-over.tsx'
import { ENTRIES_PATH, LISTS_KEY } from './list-fields.ts'

const FIELDS: readonly FieldDescriptor[] = [
  { name: 'guestName', label: 'Name', kind: 'text', required: true, maxLength: 120 },
  {
    name: 'guestCount',
    label: 'Guests, with the named one',
    kind: 'text',
    inputMode: 'numeric',
    required: true,
  },
  { name: 'guestPhone', label: 'Phone', kind: 'text', type: 'tel', maxLength: 40 },
  { name: 'guestEmail', label: 'Email', kind: 'text', type: 'email', maxLength: 254 },
  { name: 'agreesToTexts', label: 'The guest agrees to texts: send the code', kind: 'check' },
  { name: 'note', label: 'Note', kind: 'area', maxLength: 500 },
]

const fieldsOf = ({ guestName, guestCount, guestPhone, guestEmail, note }: EntryShown) => ({
  guestName,
  guestCount: String(guestCount),
  guestPhone: guestPhone ?? '',
  guestEmail: guestEmail ?? '',
  note,
})

/** Changes an entry of a guest list. A version conflict shows that of the other editor. */
export function EntryForm({ entry, onClose }: { entry: EntryShown; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useFormValues({ ...fieldsOf(entry), agreesToTexts: false })
  const { agreesToTexts: _agreesToTexts, ...typed } = form.values
  const saving = useMutation({
    mutationFn: ({ version }: EntryShown) =>
      apiFetch(`${ENTRIES_PATH}/${entry.id}`, { method: 'PUT', json: { ...form.values, version } }),
    onSuccess: ({ item }) => {
      showToast({ tone: 'good', title: 'Guest updated', text: item.guestName })
      onClose()
    },
    onError(error) {
      if (error instanceof ApiError && error.isVersionConflict) onConflict(error.body.current)
      else toastFailure('Error saving the guest', error)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: LISTS_KEY }),
  })
  const { base, onConflict, question } = useSavedOver({
    opened: entry,
    noun: 'guest',
    fieldsOf,
    typed,
    setValue: form.setValue,
    save: saving.mutate,
  })
  return (
    <>
      <FormDialog
        title="Edit guest"
        submit="Update"
        isBusy={saving.isPending}
        onSubmit={() => saving.mutate(base ?? entry)}
        onClose={onClose}
      >
        <FormFields form={{ ...form, errors: fieldErrors(saving.error) }} fields={FIELDS} />
        <a
          href={`${ENTRIES_PATH}/${entry.id}/code`}
          target="_blank"
          rel="noopener"
          className={buttonClass('outline', 'self-start')}
        >
          Code to print
        </a>
      </FormDialog>
      {question}
    </>
  )
}
