import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type GuestDetails, MAX_GUEST } from '#features/guests/schema.ts'
import { shownMoment } from '#ui/admin/shown-time.ts'
import { Button } from '#ui/button.tsx'
import { FormDialog } from '#ui/admin/forms/form-dialog.tsx'
import { type FieldDescriptor, FormFields, useFormValues } from '#ui/admin/forms/form-fields.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { useCan } from '#web/admin/auth/current-user.ts'
import { apiFetch, fieldErrors, toastFailure } from '#web/admin/data/api-client.ts'
import { PATH, useGuestsChanged } from './use-guests.ts'

const REASON: readonly FieldDescriptor[] = [
  {
    name: 'reason',
    label: 'Reason',
    kind: 'area',
    isRequired: true,
    maxLength: MAX_GUEST.reason,
    hint: 'Only staff read it. The guest is asked to call.',
  },
]

function useBlock({ id, name, version }: GuestDetails, onDone: () => void) {
  const changed = useGuestsChanged()
  return useMutation({
    mutationFn: (reason: string | null) =>
      apiFetch(`${PATH}/${id}/block`, { method: 'PUT', json: { reason, version } }),
    onSuccess(_answer, reason) {
      onDone()
      showToast({
        tone: 'good',
        title: reason === null ? 'Block lifted' : 'Guest blocked',
        text: reason === null ? `${name} can book online again.` : `${name} cannot book online any more.`,
      })
    },
    onError: (error) => toastFailure('Error updating guest', error),
    onSettled: changed,
  })
}

/** The block of a guest: online bookings are refused, staff can still book by hand. */
export function GuestBlock({ guest }: { guest: GuestDetails }) {
  const canBlock = useCan('guests.block')
  const [isOpen, setOpen] = useState(false)
  const form = useFormValues({ reason: '' })
  const block = useBlock(guest, () => {
    setOpen(false)
    form.setValue('reason', '')
  })
  const { blockReason, blockedAt, blockedBy } = guest
  if (blockReason === null && !canBlock) return null
  return (
    <Panel className={blockReason === null ? '' : 'border-rose'}>
      {blockReason === null ? (
        <p className="text-sand">This guest can book online.</p>
      ) : (
        <>
          <h3 className="text-lg text-rose">Blocked from booking online</h3>
          <p className="mt-1 wrap-break-word whitespace-pre-line">{blockReason}</p>
          <p className="mt-1 text-sm text-sand">
            {[blockedBy, blockedAt ? shownMoment(blockedAt) : null].filter(Boolean).join(', ')}
          </p>
        </>
      )}
      {canBlock ? (
        <Button
          look="outline"
          className="mt-3"
          disabled={block.isPending}
          onClick={() => (blockReason === null ? setOpen(true) : block.mutate(null))}
        >
          {blockReason === null ? 'Block this guest' : 'Lift the block'}
        </Button>
      ) : null}
      {isOpen ? (
        <FormDialog
          title={`Block ${guest.name}`}
          submit="Block"
          isBusy={block.isPending}
          onSubmit={() => block.mutate(form.values.reason)}
          onClose={() => setOpen(false)}
        >
          <FormFields form={{ ...form, errors: fieldErrors(block.error) }} fields={REASON} />
        </FormDialog>
      ) : null}
    </Panel>
  )
}
