import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type BulkOutcome, MAX_MESSAGE, MAX_SUBJECT } from '#features/reservation-management/bulk/schema.ts'
import { FormDialog } from '#ui/admin/forms/form-dialog.tsx'
import { type FieldDescriptor, FormFields, useFormValues } from '#ui/admin/forms/form-fields.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { ApiError, apiFetch, fieldErrors } from '#web/admin/data/api-client.ts'
import { messagePlanText, outcomeText } from './bulk-copy.ts'
import { PATH } from '../use-reservation-list.ts'
import { useBulkAct } from './use-bulk.ts'

const FIELDS: readonly FieldDescriptor[] = [
  { name: 'subject', label: 'Subject', kind: 'text', required: true, maxLength: MAX_SUBJECT },
  {
    name: 'text',
    label: 'Message',
    kind: 'area',
    hint: 'It begins with the guest’s name and ends with the reservation and the link to it.',
    required: true,
    rows: 8,
    maxLength: MAX_MESSAGE,
  },
]

/**
 * Idempotency key of the message, and those of the same one as it was written before: each guest gets one of them, once, even if a
 * batch is retried.
 */
type Keys = { readonly key: string; readonly after: readonly string[] }

const formerOf = (after: Keys['after']) => (after.length > 0 ? { after: [...after] } : {})

/** Whether the text was changed after guests got it: the others get this one, by another key. */
const isSentBefore = (error: unknown): boolean =>
  error instanceof ApiError && error.body.error === 'sent_before'

type Props = {
  readonly ids: readonly string[]
  readonly onReport: (title: string, outcomes: readonly BulkOutcome[]) => void
  readonly onClose: () => void
}

/** Dialog for an email to the guests of the selection, with the number of recipients. */
export function BulkEmail({ ids, onReport, onClose }: Props) {
  const [{ key, after }, setKeys] = useState<Keys>(() => ({ key: crypto.randomUUID(), after: [] }))
  const form = useFormValues({ subject: '', text: '' })
  const { data, error } = useQuery({
    queryKey: ['reservation-message-plan', ids, after],
    gcTime: 0,
    staleTime: 0,
    queryFn: ({ signal }) =>
      apiFetch(`${PATH}/bulk/emails/plan`, { method: 'POST', json: { ids, ...formerOf(after) }, signal }),
  })
  const act = useBulkAct('Error sending the email', 'sent')
  const submit = (): void =>
    act.mutate(
      { path: 'emails', ids, json: { key, ...formerOf(after), ...form.values } },
      {
        onSuccess({ outcomes, failed }) {
          if (failed) {
            if (isSentBefore(failed.error)) setKeys({ key: crypto.randomUUID(), after: [key, ...after] })
            return
          }
          const words = outcomeText(outcomes, 'sent')
          if (outcomes.some(({ outcome }) => outcome === 'refused')) return onReport(words, outcomes)
          showToast({ tone: 'good', title: 'The emails are on their way', text: words })
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title="Email the guests"
      submit={act.isPending ? `${act.done} of ${ids.length} done…` : 'Send'}
      isBusy={act.isPending}
      canSubmit={data !== undefined && data.recipients > 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <p role="status" className="text-sand">
        {data ? messagePlanText(data) : (error?.message ?? 'Checking the selection…')}
      </p>
      <FormFields form={{ ...form, errors: fieldErrors(act.data?.failed?.error) }} fields={FIELDS} />
    </FormDialog>
  )
}
