import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useId, useMemo, useState } from 'react'
import type {
  EveningOther,
  ReservationEntry,
  ReservationListPage,
} from '#features/reservation-management/list/schema.ts'
import { type MoneyAsked, RESALE_REFUNDS } from '#features/reservation-management/status/schema.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import { Dialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { useIsShown } from '#ui/use-is-shown.ts'
import { apiFetch, ApiError, failureText, toastFailure } from '#web/admin/data/api-client.ts'
import {
  type Agreement,
  AgreementDialog,
  agreementOf,
  offSaleAgreementOf,
} from '#web/admin/data/use-consent.tsx'
import { statusText } from './change-copy.ts'
import { EveningQuestion } from './evening-question.tsx'
import { type Decided, MoneyDecisionForm, useMoneyDecision } from './money/money-decision.tsx'
import { RESERVATIONS_KEY, LIST_KEY, PATH, useRefetchReservations } from '../use-reservation-list.ts'
import { useUndoToast } from '../use-undo.ts'
import { isolated } from '#lib/names/isolated.ts'

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

/** A question to staff before a status is saved. */
type Question = { readonly wanted: StatusChange } & (
  | { readonly kind: 'evening'; readonly other: EveningOther }
  | { readonly kind: 'agreement'; readonly agreement: Agreement }
  | { readonly kind: 'money'; readonly money: MoneyAsked }
)

/**
 * Changes the status of a reservation, with undo for ten seconds. Cancelling a paid one asks first whether to refund it, and
 * cancelling a dinner or the night of one evening whether the other one is cancelled, too.
 * Several can be under way: each is `pending` by its id, and what is to be asked about them is asked in turn.
 * After an error the toast shows the reason, and the status is unchanged. `onChanged` is called once a status is saved.
 */
export function useStatusChange({ onChanged }: Changed = {}) {
  const { question, ask, close } = useQuestions()
  const { pending, run } = useRunning()
  const send = useSending({ run, ask, close, onChanged })
  const { mutateAsync: lookUp } = useMutation({
    mutationFn: findOther,
    onSuccess: (other, wanted) => (other ? ask({ kind: 'evening', wanted, other }) : send(wanted)),
    onError: (error) => toastFailure('Error updating reservation', error),
  })
  const mutate = useCallback(
    (wanted: StatusChange): void =>
      wanted.status !== 'cancelled' || wanted.money || wanted.item.status === 'cancelled'
        ? send(wanted)
        : run(wanted, lookUp(wanted)),
    [send, run, lookUp],
  )
  const dialog = question ? (
    <QuestionDialog
      key={`${question.wanted.item.id} ${question.kind}`}
      question={question}
      isBusy={pending.has(question.wanted.item.id)}
      onAnswer={(wanted) => {
        // The question about the money stays until its answer is known, because a refund may fail.
        if (question.kind !== 'money') close(wanted.item.id)
        send(wanted)
      }}
      onClose={() => close(question.wanted.item.id)}
    />
  ) : null
  return { mutate, pending, dialog }
}

/** The questions that are not answered yet, at most one about each reservation. The first of them is shown. */
function useQuestions() {
  const [questions, setQuestions] = useState<readonly Question[]>([])
  const ask = useCallback(
    (question: Question): void =>
      setQuestions((all) => {
        const { id } = question.wanted.item
        return all.some(({ wanted }) => wanted.item.id === id)
          ? all.map((it) => (it.wanted.item.id === id ? question : it))
          : [...all, question]
      }),
    [],
  )
  const close = useCallback(
    (id: string): void => setQuestions((all) => all.filter(({ wanted }) => wanted.item.id !== id)),
    [],
  )
  return { question: questions[0], ask, close }
}

/** The changes that are under way: the status that each reservation is being set to, by its id. */
function useRunning() {
  const [running, setRunning] = useState<readonly (readonly [string, ReservationStatus])[]>([])
  const run = useCallback(({ item, status }: StatusChange, done: Promise<unknown>): void => {
    const started = [item.id, status] as const
    const end = (): void => setRunning((all) => all.filter((it) => it !== started))
    setRunning((all) => [...all, started])
    // The mutation shows why it failed.
    done.then(end, end)
  }, [])
  const pending = useMemo(() => new Map(running), [running])
  return { pending, run }
}

type Changed = { readonly onChanged?: ((item: StatusChange['item']) => void) | undefined }
type Sending = Changed &
  Pick<ReturnType<typeof useQuestions>, 'ask' | 'close'> &
  Pick<ReturnType<typeof useRunning>, 'run'>

/** Sends a change, and after it the cancellation of the other reservation, also where the panel was closed meanwhile. */
function useSending({ run, ask, close, onChanged }: Sending) {
  const queries = useQueryClient()
  const refetchAll = useRefetchReservations()
  const showUndoToast = useUndoToast()
  const isShown = useIsShown()
  const { mutateAsync } = useMutation({
    mutationFn: async ({ item, status, money, agreed }: StatusChange) => {
      const json = { status, seen: item.status, ...(money ? { money } : {}), ...agreed }
      return (await apiFetch(`${PATH}/${item.id}/status`, { method: 'PUT', json })).item
    },
    onSuccess(changed, { item, status, also }): Promise<unknown> {
      const { id, guestName } = item
      close(id)
      onChanged?.(item)
      queries.setQueriesData<InfiniteData<ReservationListPage>>({ queryKey: LIST_KEY }, (book) =>
        book ? { ...book, pages: book.pages.map((page) => withStatus(page, id, status)) } : undefined,
      )
      showUndoToast({
        title: 'Reservation updated successfully!',
        text: statusText(guestName, changed),
        act: changed.act && { id, guestName, actId: changed.act.actId },
      })
      if (also) send({ item: also, status: 'cancelled' })
      return refetchAll()
    },
    onError(error, wanted): void {
      const question = questionOf(error, wanted)
      if (question && isShown.current) ask(question)
      // The panel that would ask is closed.
      else if (question?.kind === 'money')
        showToast({
          tone: 'bad',
          title: 'Error updating reservation',
          text: `${isolated(wanted.item.guestName)}: ${failureText(error)}`,
        })
      else toastFailure('Error updating reservation', error)
      // Not awaited: the select resets to the stored status as soon as the mutation has failed.
      void queries.invalidateQueries({ queryKey: RESERVATIONS_KEY })
    },
  })
  const send = useCallback(
    (wanted: StatusChange): void => run(wanted, mutateAsync(wanted)),
    [run, mutateAsync],
  )
  return send
}

/** The question that a refusal asks; null for any other error. */
function questionOf(error: unknown, wanted: StatusChange): Question | null {
  const agreement = agreementOf(error) ?? offSaleAgreementOf(error)
  if (agreement) return { kind: 'agreement', wanted, agreement }
  const money = openMoneyOf(error)
  return money ? { kind: 'money', wanted, money } : null
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

const withOther = (wanted: StatusChange, { id, status, text }: EveningOther): StatusChange => ({
  ...wanted,
  also: { id, status, guestName: `${isolated(wanted.item.guestName)}, ${text}` },
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

type QuestionProps = {
  readonly question: Question
  readonly isBusy: boolean
  readonly onAnswer: (wanted: StatusChange) => void
  readonly onClose: () => void
}

function QuestionDialog({ question, onAnswer, ...rest }: QuestionProps) {
  const { wanted } = question
  switch (question.kind) {
    case 'evening':
      return (
        <EveningQuestion
          guestName={wanted.item.guestName}
          other={question.other}
          onConfirm={(isBoth) => onAnswer(isBoth ? withOther(wanted, question.other) : wanted)}
          {...rest}
        />
      )
    case 'agreement':
      return (
        <AgreementDialog
          agreement={question.agreement}
          confirm="Cancel the reservation"
          onAgree={(agreed) => onAnswer({ ...wanted, agreed })}
          {...rest}
        />
      )
    case 'money':
      return (
        <MoneyDialog
          guestName={wanted.item.guestName}
          asked={question.money}
          onDecide={(money) => onAnswer({ ...wanted, money })}
          {...rest}
        />
      )
  }
}

type MoneyProps = Pick<QuestionProps, 'isBusy' | 'onClose'> & {
  readonly guestName: string
  readonly asked: MoneyAsked
  readonly onDecide: (money: Decided) => void
}

function MoneyDialog({ guestName, asked, isBusy, onDecide, onClose }: MoneyProps) {
  const id = useId()
  const { form, close } = useMoneyDecision({ isAsked: asked.openCents !== null, onClose })
  return (
    <Dialog isOpen isBusy={isBusy} onClose={close} labelledBy={id} className="sm:max-w-lg">
      <div className="flex flex-col gap-5 p-6">
        <h2 id={id} className="pr-12 font-display text-xl">
          Cancel the reservation of {guestName}?
        </h2>
        <MoneyDecisionForm {...asked} {...{ form, isBusy, onDecide }} onClose={close} />
      </div>
    </Dialog>
  )
}
