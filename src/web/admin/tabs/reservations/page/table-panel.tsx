import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReservationFullDetails } from '#features/reservation-management/list/schema.ts'
import { leavesDinnerText } from '#features/reservation-management/rules.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx'
import { type FieldDescriptor, FormFields, useFormValues } from '#ui/admin/forms/form-fields.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import { inTurnOfParty } from '../../tonight/turns.ts'
import { needsTableText, seatsText } from '../list-copy.ts'
import { offSaleBy } from '../use-party-tables.tsx'
import { RESERVATIONS_KEY, PATH } from '../use-reservation-list.ts'
import { useUndoToast } from '../use-undo.ts'

type Moved = Pick<
  ReservationFullDetails,
  'id' | 'guestName' | 'tableId' | 'type' | 'status' | 'startsAt' | 'endsAt'
> & {
  /** Empty for a guest without an address; missing in Tonight, which reads none. */
  readonly guestEmail?: string
}
type Move = {
  readonly tableId: string | null
  readonly isEmailed: boolean
  readonly offSale?: readonly string[]
}

/** Moves a reservation to another table, with undo for ten seconds. */
function useMove({ id, guestName, tableId: seen }: Pick<Moved, 'id' | 'guestName' | 'tableId'>) {
  const queries = useQueryClient()
  const showUndoToast = useUndoToast()
  return useMutation({
    mutationFn: async ({ tableId, isEmailed, offSale }: Move) =>
      (
        await inTurnOfParty(id, () =>
          apiFetch(`${PATH}/${id}/table`, {
            method: 'PUT',
            json: { tableId, seen, isEmailed, ...(offSale ? { offSale: [...offSale] } : {}) },
          }),
        )
      ).item,
    onSuccess: (act) =>
      showUndoToast({
        title: 'Reservation updated successfully!',
        text: `${guestName} has another table.${act?.email ? ' An email tells them.' : ''}`,
        act: act && { id, guestName, actId: act.actId },
      }),
    onError: (error) => {
      if (!offSaleBy(error)) toastFailure('Error updating reservation', error)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: RESERVATIONS_KEY }),
  })
}

export function TablePanel({ item }: { item: Moved }) {
  const form = useFormValues({ tableId: item.tableId ?? '', isEmailed: true })
  const [openedAt] = useState(Date.now)
  // The email of a dinner names no table: staff may still seat the party elsewhere.
  const isCancelled = item.status === 'cancelled'
  const isTellable = item.type === 'nightlife' && item.guestEmail !== '' && !isCancelled
  const canTell = isTellable && Date.parse(item.startsAt) > openedAt
  const tableId = form.values.tableId || null
  const isEmailed = canTell && form.values.isEmailed
  const tables = useQuery({
    queryKey: [...RESERVATIONS_KEY, 'tables', item.id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await apiFetch(`${PATH}/${item.id}/tables`, { signal })).item,
  })
  const move = useMove(item)
  const offSale = offSaleBy(move.error)
  const options = (tables.data ?? []).map((seat) => ({ value: seat.id, label: seatsText(seat) }))
  const none = item.type === 'dining' || item.tableId === null ? [{ value: '', label: 'No table yet' }] : []
  const field: FieldDescriptor = {
    name: 'tableId',
    label: 'Move to another table',
    kind: 'select',
    className: 'min-w-0 flex-1 basis-60',
    options: [...none, ...options],
    ...(item.type === 'nightlife' && !isCancelled
      ? { hint: 'The price stays as it is. “Change reservation” takes the price of the new table.' }
      : {}),
  }
  return (
    <Panel>
      <form
        className="flex flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          move.mutate({ tableId, isEmailed })
        }}
      >
        <FormFields form={form} fields={[field]} />
        <p role="status" className="basis-full font-semibold text-brass empty:hidden sm:order-last">
          {isCancelled || Date.parse(item.endsAt) <= openedAt ? '' : needsTableText(tables.data ?? [])}
        </p>
        <p role="status" className="basis-full empty:hidden sm:order-last">
          {leavesDinnerText(tables.data ?? [], tableId === null ? [] : [tableId])}
        </p>
        {canTell ? (
          <div className="basis-full sm:order-last">
            <FormFields
              form={form}
              fields={[{ name: 'isEmailed', label: 'Email the guest about the change', kind: 'check' }]}
            />
          </div>
        ) : null}
        {isCancelled ? (
          <p className="basis-full text-sm text-sand sm:order-last">
            A cancelled reservation holds no table. If its own is taken, move it before you restore it.
          </p>
        ) : null}
        {isTellable && !canTell ? (
          <p className="basis-full text-sm text-sand sm:order-last">
            The night has begun, so the guest is told here and not by email.
          </p>
        ) : null}
        <Button type="submit" className="sm:mt-6.5" disabled={move.isPending || tableId === item.tableId}>
          Move
        </Button>
      </form>
      <ConfirmDialog
        isOpen={offSale !== null}
        question="Take this table off sale?"
        confirm="Move, and take it off sale"
        isBusy={move.isPending}
        onConfirm={() => {
          if (offSale) move.mutate({ tableId, isEmailed, offSale: offSale.tableIds })
        }}
        onClose={() => move.reset()}
      >
        <p className="text-sand">{offSale?.text}</p>
      </ConfirmDialog>
    </Panel>
  )
}
