import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import type {
  EveningOther,
  ReservationEntry,
  ReservationListPage,
} from '#features/reservation-management/list/schema.ts'
import { type MoneyAsked, RESALE_REFUNDS } from '#features/reservation-management/status/schema.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import { Dialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch, ApiError, failureText, toastFailure } from '#web/admin/data/api-client.ts'
import { useAgreement } from '#web/admin/data/use-consent.tsx'
import { statusText } from './change-copy.ts'
import { EveningQuestion } from './evening-question.tsx'
import { type Decided, MoneyDecisionForm } from './money/money-decision.tsx'
import { RESERVATIONS_KEY, LIST_KEY, PATH, useRefetchReservations } from '../use-reservation-list.ts'
import { useUndoToast } from '../use-undo.ts'

export type StatusChange = {
  readonly item: Pick<ReservationEntry, 'id' | 'status' | 'guestName'>
  readonly status: ReservationStatus
  /** Decision about an unsettled payment. */
  readonly money?: Decided
  /** Consequence that staff agreed to: the party has come, or a table goes off sale. */
  readonly agreed?: object
  /** The other reservation of the evening, which is cancelled after this one. */
  readonly also?: StatusChange['item']
}

type Asked = StatusChange & MoneyAsked
type Offered = { readonly wanted: StatusChange; readonly other: EveningOther }

/**
 * Changes the status of a reservation, with undo for ten seconds. Cancelling a paid one asks first whether to refund it, and
 * cancelling a dinner or the night of one evening whether the other one is cancelled, too.
 * After an error the toast shows the reason, and the status is unchanged.
 */
export function useStatusChange() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [offered, setOffered] = useState<Offered | null>(null)
  const agreement = useAgreement<StatusChange>({
    confirm: 'Cancel the reservation',
    onAgree: (wanted, agreed) => send({ ...wanted, agreed }),
  })
  const change = useSending(setAsked, (wanted, error) => agreement.ask(wanted, error))
  const { mutate: send } = change
  const lookup = useMutation({
    mutationFn: findOther,
    onSuccess: (other, wanted) => (other ? setOffered({ wanted, other }) : send(wanted)),
    onError: (error) => toastFailure('Error updating reservation', error),
  })
  const { mutate: lookUp } = lookup
  const mutate = useCallback(
    (wanted: StatusChange): void =>
      wanted.status !== 'cancelled' || wanted.money || wanted.item.status === 'cancelled'
        ? send(wanted)
        : lookUp(wanted),
    [send, lookUp],
  )
  const isBusy = change.isPending || lookup.isPending
  const dialog = (
    <>
      {offered ? (
        <EveningQuestion
          guestName={offered.wanted.item.guestName}
          other={offered.other}
          isBusy={isBusy}
          onClose={() => setOffered(null)}
          onConfirm={(isBoth) => {
            setOffered(null)
            send(isBoth ? withOther(offered) : offered.wanted)
          }}
        />
      ) : null}
      {agreement.dialog}
      {asked ? (
        <MoneyDialog
          asked={asked}
          isBusy={isBusy}
          onClose={() => setAsked(null)}
          onDecide={(money) => send({ ...asked, money })}
        />
      ) : null}
    </>
  )
  const variables = lookup.isPending ? lookup.variables : change.variables
  return { mutate, variables, isPending: isBusy, dialog }
}

/** Sends a change, and after it the cancellation of the other reservation, also where the panel was closed meanwhile. */
function useSending(
  ask: (asked: Asked | null) => void,
  askToAgree: (wanted: StatusChange, error: unknown) => boolean,
) {
  const queries = useQueryClient()
  const refetchAll = useRefetchReservations()
  const showUndoToast = useUndoToast()
  const isShown = useIsShown()
  const change = useMutation({
    mutationFn: async ({ item, status, money, agreed }: StatusChange) => {
      const json = { status, seen: item.status, ...(money ? { money } : {}), ...agreed }
      return (await apiFetch(`${PATH}/${item.id}/status`, { method: 'PUT', json })).item
    },
    onSuccess(changed, { item, status, also }): Promise<unknown> {
      ask(null)
      queries.setQueriesData<InfiniteData<ReservationListPage>>({ queryKey: LIST_KEY }, (book) =>
        book ? { ...book, pages: book.pages.map((page) => withStatus(page, item.id, status)) } : undefined,
      )
      const { id, guestName } = item
      showUndoToast({
        title: 'Reservation updated successfully!',
        text: statusText(guestName, changed),
        act: changed.act && { id, guestName, actId: changed.act.actId },
      })
      if (also) change.mutate({ item: also, status: 'cancelled' })
      return refetchAll()
    },
    onError(error, wanted): void {
      const money = openMoneyOf(error)
      if (isShown.current && askToAgree(wanted, error)) ask(null)
      else if (money === undefined) toastFailure('Error updating reservation', error)
      else if (isShown.current) ask({ ...wanted, ...money })
      // The panel that would ask is closed.
      else
        showToast({
          tone: 'bad',
          title: 'Error updating reservation',
          text: `${wanted.item.guestName}: ${failureText(error)}`,
        })
      // Not awaited: the select resets to the stored status as soon as the mutation has failed.
      void queries.invalidateQueries({ queryKey: RESERVATIONS_KEY })
    },
  })
  return change
}

/** Whether the component is on the screen, for an answer that comes later. */
function useIsShown() {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}

/** The other reservation of the evening. A role that may not read it is not asked. */
async function findOther({ item: { id } }: StatusChange): Promise<EveningOther | null> {
  try {
    return (await apiFetch(`${PATH}/${id}`)).item.evening
  } catch (error) {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return null
    throw error
  }
}

const withOther = ({ wanted, other: { id, status, text } }: Offered): StatusChange => ({
  ...wanted,
  also: { id, status, guestName: `${wanted.item.guestName}, ${text}` },
})

const withStatus = (
  page: ReservationListPage,
  id: string,
  status: ReservationStatus,
): ReservationListPage => ({
  ...page,
  items: page.items.map((it) => (it.id === id ? { ...it, status } : it)),
})

/** The unsettled money that caused an error; undefined if none did. */
export function openMoneyOf(error: unknown): MoneyAsked | undefined {
  if (!(error instanceof ApiError) || error.body.error !== 'money_open') return undefined
  const openCents: unknown = error.body.current?.openCents
  return {
    openCents: typeof openCents === 'number' ? openCents : null,
    resaleRefund: RESALE_REFUNDS.find((it) => it === error.body.current?.resaleRefund) ?? 'none',
  }
}

type DialogProps = {
  readonly asked: Asked
  readonly isBusy: boolean
  readonly onDecide: (money: Decided) => void
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
        <MoneyDecisionForm
          openCents={asked.openCents}
          resaleRefund={asked.resaleRefund}
          {...{ isBusy, onDecide, onClose }}
        />
      </div>
    </Dialog>
  )
}
