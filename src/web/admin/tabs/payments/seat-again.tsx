import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OpenIssue } from '#features/payments/revenue/schema.ts'
import { FormDialog } from '#ui/admin/forms/form-dialog.tsx'
import { type FieldDescriptor, FormFields } from '#ui/admin/forms/form-fields.tsx'
import { apiFetch, failureText, fieldErrors, toastFailure } from '#web/admin/data/api-client.ts'
import { emailCopy } from '../reservations/page/change-copy.ts'
import { useUndoToast } from '../reservations/use-undo.ts'
import { ISSUES_PATH } from './payment-issues-path.ts'

type Props = { readonly item: OpenIssue; readonly onClose: () => void }

/** Assigns a table to a paid reservation that lost its own: the former one if it is free, or another. */
export function SeatAgain({ item, onClose }: Props) {
  const queries = useQueryClient()
  const showUndoToast = useUndoToast()
  const [picked, setPicked] = useState<string | null>(null)
  const path = `${ISSUES_PATH}/${item.id}` as const
  const choice = useQuery({
    queryKey: ['payments', 'seats', item.id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await apiFetch(`${path}/tables`, { signal })).item,
  })
  const tableId = picked ?? choice.data?.own ?? ''
  const seat = useMutation({
    mutationFn: () =>
      apiFetch(`${path}/seat`, {
        method: 'POST',
        json: { tableId },
      }),
    onSuccess({ item: { tableNumber, act } }) {
      const { id, guestName } = item.reservation ?? { id: '', guestName: '' }
      showUndoToast({
        title: `Seated again at table ${tableNumber}`,
        text: emailCopy(guestName, act),
        act: { id, guestName, actId: act.actId },
      })
      onClose()
    },
    onError: (error) => toastFailure('Error updating payment', error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['payments'] }),
  })
  const options = (choice.data?.tables ?? []).map((it) => ({
    value: it.id,
    label: `Table ${it.tableNumber}, seats ${it.seats}, ${it.location}${it.id === choice.data?.own ? ' (theirs before)' : ''}`,
  }))
  const table: FieldDescriptor = {
    name: 'tableId',
    label: 'Table',
    kind: 'select',
    required: true,
    disabled: !choice.data,
    options: [{ value: '', label: 'Choose a table' }, ...options],
  }
  return (
    <FormDialog
      title={`Seat ${item.reservation?.guestName ?? 'the guest'} again`}
      submit="Seat again"
      isBusy={seat.isPending || tableId === ''}
      className="sm:max-w-lg"
      onSubmit={() => seat.mutate()}
      onClose={onClose}
    >
      <p className="text-sand">
        {choice.data && !choice.data.own
          ? 'Their table is taken. Choose another. Their payment is unchanged.'
          : 'Their payment is unchanged.'}
        {item.reservation?.guestEmail ? ' They get the usual confirmation email.' : ''}
      </p>
      <FormFields
        form={{
          values: { tableId },
          errors: fieldErrors(seat.error),
          setValue: (_name, value) => setPicked(String(value)),
        }}
        fields={[table]}
      />
      {(choice.error ?? seat.error) ? (
        <p role="alert" className="text-rose">
          {failureText(choice.error ?? seat.error)}
        </p>
      ) : null}
    </FormDialog>
  )
}
