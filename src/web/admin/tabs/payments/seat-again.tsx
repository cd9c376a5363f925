import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { namedTables } from '#lib/text/list-text.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import type { OpenIssue } from '#features/payments/revenue/schema.ts'
import type { NightTable } from '#features/reservation-management/staff-bookings/schema.ts'
import { FormDialog } from '#ui/admin/forms/form-dialog.tsx'
import { type FieldDescriptor, FormFields } from '#ui/admin/forms/form-fields.tsx'
import { apiFetch, failureText, fieldErrors, toastFailure } from '#web/admin/data/api-client.ts'
import { emailCopy } from '../reservations/page/change-copy.ts'
import { useUndoToast } from '../reservations/use-undo.ts'
import { ISSUES_PATH } from './payment-issues-path.ts'

type Props = { readonly item: OpenIssue; readonly onClose: () => void }

/** The choice that stands for all tables from before. */
const OWN = 'own'

/** Assigns tables to a paid reservation that lost its own: all former ones if they are free, or another one. */
export function SeatAgain({ item, onClose }: Props) {
  const queries = useQueryClient()
  const showUndoToast = useUndoToast()
  const [typed, setTyped] = useState<string | null>(null)
  const path = `${ISSUES_PATH}/${item.id}` as const
  const choice = useQuery({
    queryKey: ['payments', 'seats', item.id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await apiFetch(`${path}/tables`, { signal })).item,
  })
  const own = choice.data?.own ?? []
  const picked = typed ?? (own.length > 0 ? OWN : '')
  const tableIds = picked === OWN ? own.map(({ id }) => id) : [picked]
  const seat = useMutation({
    mutationFn: () =>
      apiFetch(`${path}/seat`, {
        method: 'POST',
        json: { tableIds },
      }),
    onSuccess({ item: { tableNumbers, act } }) {
      const { id, guestName } = item.reservation ?? { id: '', guestName: '' }
      showUndoToast({
        title: `Seated again at ${namedTables(tableNumbers)}`,
        text: emailCopy(guestName, act),
        act: { id, guestName, actId: act.actId },
      })
      onClose()
    },
    onError: (error) => toastFailure('Error updating payment', error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['payments'] }),
  })
  const optionOf = (it: NightTable) => ({
    value: it.id,
    label: `Table ${it.tableNumber}, seats ${it.seats}, ${it.location}`,
  })
  const [first] = own
  const options = [
    ...(own.length > 1
      ? [
          {
            value: OWN,
            label: `${capitalized(namedTables(own.map(({ tableNumber }) => tableNumber)))} (theirs before)`,
          },
        ]
      : []),
    ...(own.length === 1 && first ? [{ value: OWN, label: `${optionOf(first).label} (theirs before)` }] : []),
    ...(choice.data?.tables ?? []).filter(({ id }) => own.length !== 1 || id !== first?.id).map(optionOf),
  ]
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
      isBusy={seat.isPending}
      canSubmit={picked !== ''}
      className="sm:max-w-lg"
      onSubmit={() => seat.mutate()}
      onClose={onClose}
    >
      <p className="text-sand">
        {choice.data && !choice.data.own
          ? 'A table of theirs is taken. Choose another. Their payment is unchanged.'
          : 'Their payment is unchanged.'}
        {item.reservation?.guestEmail ? ' They get the usual confirmation email.' : ''}
      </p>
      <FormFields
        form={{
          values: { tableId: picked },
          errors: fieldErrors(seat.error),
          setValue: (_name, value) => setTyped(String(value)),
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
