import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { EntryShown } from '#features/reservation-management/list/figures/schema.ts'
import type { FieldDescriptor } from '#lib/forms/descriptors.ts'
import { FormDialog } from '#ui/admin/forms/form-dialog.tsx'
import { FormFields, useFormValues } from '#ui/admin/forms/form-fields.tsx'
import { buttonClass } from '#ui/button.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch, fieldErrors, toastFailure } from '#web/admin/data/api-client.ts'
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

/** Changes an entry of a guest list. */
export function EntryForm({ entry, onClose }: { entry: EntryShown; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useFormValues({
    guestName: entry.guestName,
    guestCount: String(entry.guestCount),
    guestPhone: entry.guestPhone ?? '',
    guestEmail: entry.guestEmail ?? '',
    agreesToTexts: false,
    note: entry.note,
  })
  const saving = useMutation({
    mutationFn: () =>
      apiFetch(`${ENTRIES_PATH}/${entry.id}`, {
        method: 'PUT',
        json: { ...form.values, version: entry.version },
      }),
    onSuccess: ({ item }) => {
      showToast({ tone: 'good', title: 'Guest updated', text: item.guestName })
      onClose()
    },
    onError: (error) => toastFailure('Error saving the guest', error),
    onSettled: () => queries.invalidateQueries({ queryKey: LISTS_KEY }),
  })
  return (
    <FormDialog
      title="Edit guest"
      submit="Update"
      isBusy={saving.isPending}
      onSubmit={() => saving.mutate()}
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
  )
}
