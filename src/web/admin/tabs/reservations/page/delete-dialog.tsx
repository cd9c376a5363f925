import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { TRASH_DAYS } from '#features/trash/schema.ts'
import { UNDO_MS } from '#lib/undo-window.ts'
import type { ReservationEntry } from '#features/reservation-management/list/schema.ts'
import type { MoneyStatus } from '#features/reservation-management/status/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { isolated } from '#lib/names/isolated.ts'
import { keepPlace } from '#ui/admin/lists/keep-place.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import { emailCopy } from './change-copy.ts'
import { type Decided, MoneyDecisionForm, useMoneyDecision } from './money/money-decision.tsx'
import { openMoneyOf, useStatusChange } from './status-control.tsx'
import { RESERVATIONS_KEY, PATH, useRefetchReservations } from '../use-reservation-list.ts'

type Item = Pick<ReservationEntry, 'id' | 'status' | 'guestName'>

/**
 * Deletes a reservation after a confirmation. A paid one is cancelled first, and its payment refunded or kept.
 * `onDeleted` lets the reservation's own page navigate away.
 */
export function useReservationDeletion({ onDeleted }: { readonly onDeleted?: () => void } = {}) {
  const [asked, setAsked] = useState<Item | null>(null)
  // The question about another one may be open meanwhile.
  const close = ({ id }: Pick<Item, 'id'>): void => setAsked((now) => (now?.id === id ? null : now))
  const cancellation = useStatusChange({ onChanged: close })
  const refetchAll = useRefetchReservations()
  const undo = useMutation({
    mutationFn: ({ id }: Item) =>
      apiFetch('/admin/api/trash/restore', { method: 'POST', json: { entity: 'reservation', id } }),
    onSuccess: (_answer, { guestName }) =>
      showToast({ tone: 'good', title: 'Reservation restored', text: guestName }),
    onError: (error) => toastFailure('Error restoring reservation', error),
    onSettled: refetchAll,
  })
  const deletion = useMutation({
    mutationFn: async ({ id }: Item) => (await apiFetch(`${PATH}/${id}`, { method: 'DELETE' })).item,
    onMutate: ({ id }) => keepPlace(id),
    onSuccess(act, item) {
      close(item)
      onDeleted?.()
      showToast({
        tone: 'good',
        title: 'Reservation deleted successfully!',
        text: `${isolated(item.guestName)}. ${emailCopy(item.guestName, act)}`,
        staysMs: UNDO_MS,
        action: { label: 'Undo', onPress: () => undo.mutate(item) },
      })
    },
    // For an unsettled payment, the dialog shows the amount after its query is refetched.
    onError: (error) => openMoneyOf(error) === undefined && toastFailure('Error deleting reservation', error),
    onSettled: refetchAll,
  })
  const dialog = (
    <>
      {asked ? (
        <DeleteDialog
          item={asked}
          isBusy={deletion.isPending || cancellation.pending.has(asked.id)}
          onDelete={() => deletion.mutate(asked)}
          onDecide={(money) => cancellation.mutate({ item: asked, status: 'cancelled', money })}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {cancellation.dialog}
    </>
  )
  return { ask: setAsked, dialog }
}

type Props = {
  readonly item: Item
  readonly isBusy: boolean
  readonly onDelete: () => void
  readonly onDecide: (money: Decided) => void
  readonly onClose: () => void
}

function DeleteDialog({ item, isBusy, onDelete, onDecide, onClose }: Props) {
  const id = useId()
  const money = useQuery({
    queryKey: [...RESERVATIONS_KEY, 'money', item.id],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => (await apiFetch(`${PATH}/${item.id}/money`, { signal })).item,
  })
  const openCents = money.data?.openCents ?? 0
  const { form, close } = useMoneyDecision({ isAsked: openCents > 0, onClose })
  return (
    <Dialog isOpen isBusy={isBusy} onClose={close} labelledBy={id} className="sm:max-w-lg">
      <div className="flex flex-col gap-5 p-6">
        <h2 id={id} className="pr-12 font-display text-xl">
          Are you sure you want to delete this reservation?
        </h2>
        {openCents > 0 ? (
          <>
            <p className="text-sand">
              <strong className="text-cream">{item.guestName}</strong> can be deleted once the money is
              settled.
            </p>
            <MoneyDecisionForm
              resaleRefund={money.data?.resaleRefund ?? 'none'}
              {...{ form, openCents, isBusy, onDecide }}
              onClose={close}
            />
          </>
        ) : (
          <>
            <DeleteNotes
              item={item}
              keptCents={money.data?.keptCents ?? 0}
              hasArrived={money.data?.hasArrived ?? false}
            />
            <div className="flex flex-wrap justify-end gap-3">
              <Button look="outline" disabled={isBusy} onClick={close}>
                Cancel
              </Button>
              <Button disabled={isBusy || money.isPending} className="bg-rose" onClick={onDelete}>
                Delete
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}

type Notes = { readonly item: Item } & Pick<MoneyStatus, 'keptCents' | 'hasArrived'>

const DeleteNotes = ({ item, keptCents, hasArrived }: Notes) => (
  <div className="flex flex-col gap-2 text-sand">
    <p>
      <strong className="text-cream">{item.guestName}</strong> can be taken out of the bin for {TRASH_DAYS}{' '}
      days.
      {item.status === 'cancelled' ? '' : ' Its table becomes free.'}
    </p>
    {hasArrived ? <p>Guests of it have come. They stay on the list of their night and are counted.</p> : null}
    {keptCents > 0 ? (
      <p>{formatUsd(keptCents)} is kept. It can still be refunded, from the page that the bin leads to.</p>
    ) : null}
  </div>
)
