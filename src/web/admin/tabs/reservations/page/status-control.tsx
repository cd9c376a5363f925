import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ReservationEntry, ReservationListPage } from '#features/reservation-management/list/schema.ts'
import type { MoneyDecision } from '#features/reservation-management/status/schema.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import { Dialog } from '#ui/dialog.tsx'
import { apiFetch, ApiError, toastFailure } from '#web/admin/data/api-client.ts'
import { statusText } from './change-copy.ts'
import { MoneyDecisionForm } from './money/money-decision.tsx'
import { RESERVATIONS_KEY, LIST_KEY, PATH, RESERVATION_KEYS } from '../use-reservation-list.ts'
import { useUndoToast } from '../use-undo.ts'

export type StatusChange = {
  readonly item: Pick<ReservationEntry, 'id' | 'status' | 'guestName'>
  readonly status: ReservationStatus
  /** Decision about an unsettled payment. */
  readonly money?: { readonly decision: MoneyDecision; readonly reason: string }
}

type Asked = StatusChange & { readonly openCents: number | null }

/**
 * Changes the status of a reservation, with undo for ten seconds. Cancelling a paid one asks first whether to refund it.
 * After an error the toast shows the reason, and the status is unchanged.
 */
export function useStatusChange() {
  const queries = useQueryClient()
  const showUndoToast = useUndoToast()
  const [asked, setAsked] = useState<Asked | null>(null)
  const change = useMutation({
    mutationFn: async ({ item, status, money }: StatusChange) => {
      const json = { status, seen: item.status, ...(money ? { money } : {}) }
      return (await apiFetch(`${PATH}/${item.id}/status`, { method: 'PUT', json })).item
    },
    onSuccess(changed, { item, status }) {
      setAsked(null)
      queries.setQueriesData<InfiniteData<ReservationListPage>>({ queryKey: LIST_KEY }, (book) =>
        book ? { ...book, pages: book.pages.map((page) => withStatus(page, item.id, status)) } : undefined,
      )
      const { id, guestName } = item
      showUndoToast({
        title: 'Reservation updated successfully!',
        text: statusText(guestName, changed),
        act: changed.act && { id, guestName, actId: changed.act.actId },
      })
      return Promise.all(RESERVATION_KEYS.map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
    onError(error, wanted) {
      const openCents = openCentsOf(error)
      if (openCents === undefined) toastFailure('Error updating reservation', error)
      else setAsked({ ...wanted, openCents })
      // Not awaited: the select resets to the stored status as soon as the mutation has failed.
      void queries.invalidateQueries({ queryKey: RESERVATIONS_KEY })
    },
  })
  const dialog = asked ? (
    <MoneyDialog
      asked={asked}
      isBusy={change.isPending}
      onClose={() => setAsked(null)}
      onDecide={(decision, reason) => change.mutate({ ...asked, money: { decision, reason } })}
    />
  ) : null
  return { mutate: change.mutate, variables: change.variables, isPending: change.isPending, dialog }
}

const withStatus = (
  page: ReservationListPage,
  id: string,
  status: ReservationStatus,
): ReservationListPage => ({
  ...page,
  items: page.items.map((it) => (it.id === id ? { ...it, status } : it)),
})

/** Unsettled amount that caused the error; null if the role may not see it, undefined if none did. */
export function openCentsOf(error: unknown): number | null | undefined {
  if (!(error instanceof ApiError) || error.body.error !== 'money_open') return undefined
  const openCents: unknown = error.body.current?.openCents
  return typeof openCents === 'number' ? openCents : null
}

type DialogProps = {
  readonly asked: Asked
  readonly isBusy: boolean
  readonly onDecide: (decision: MoneyDecision, reason: string) => void
  readonly onClose: () => void
}

function MoneyDialog({ asked, isBusy, onDecide, onClose }: DialogProps) {
  const id = useId()
  return (
    <Dialog isOpen onClose={onClose} labelledBy={id} className="sm:max-w-lg">
      <div className="flex flex-col gap-5 p-6">
        <h2 id={id} className="pr-12 font-display text-xl">
          Cancel the reservation of {asked.item.guestName}?
        </h2>
        <MoneyDecisionForm openCents={asked.openCents} {...{ isBusy, onDecide, onClose }} />
      </div>
    </Dialog>
  )
}
