import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ISSUE_COPY } from '#features/payments/revenue/rules.ts'
import type { OpenIssue } from '#features/payments/revenue/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { shownDay, shownMoment } from '#ui/admin/shown-time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { FormDialog } from '#ui/admin/forms/form-dialog.tsx'
import { type FieldDescriptor, FormFields, useFormValues } from '#ui/admin/forms/form-fields.tsx'
import { ActionItem, ActionMenu } from '#ui/admin/lists/action-menu.tsx'
import { ListStates } from '#ui/admin/lists/list-states.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch, fieldErrors, toastFailure } from '#web/admin/data/api-client.ts'
import { VenueRefundForm } from '../reservations/page/money/money-forms.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { ISSUES_PATH } from './payment-issues-path.ts'
import { SeatAgain } from './seat-again.tsx'

const KEY = ['payments', 'issues']

type IssueAction = 'refund' | 'give_back' | 'settle' | 'seat'
type OpenDialog = { readonly item: OpenIssue; readonly way: IssueAction }

/** Open payment issues with their actions. */
export function PaymentIssues() {
  const [asked, setAsked] = useState<OpenDialog | null>(null)
  const canEdit = useCan('payments.edit')
  const issues = useQuery({
    queryKey: KEY,
    staleTime: 0,
    queryFn: async ({ signal }) => (await apiFetch(ISSUES_PATH, { signal })).items,
  })
  return (
    <section aria-labelledby="issues-title" className="flex flex-col gap-3">
      <h3 id="issues-title" className="text-xl">
        To be looked at
      </h3>
      <ListStates
        what="The payment issues"
        query={issues}
        empty={
          <p className="flex flex-wrap items-center gap-x-3 rounded-card border border-bark bg-ember px-5 py-4">
            <Icon name="check" className="size-5 text-teal-light" />
            <strong className="font-semibold">No payment issues.</strong>
            <span className="text-sand">All payments match the ledger.</span>
          </p>
        }
      >
        {(items) => (
          <ul className="flex flex-col gap-3">
            {items.map((item) => (
              <IssueCard
                key={item.id}
                item={item}
                onAction={canEdit ? (way) => setAsked({ item, way }) : undefined}
              />
            ))}
          </ul>
        )}
      </ListStates>
      {asked?.way === 'seat' ? <SeatAgain item={asked.item} onClose={() => setAsked(null)} /> : null}
      {asked?.way === 'give_back' && asked.item.reservation ? (
        <VenueRefundForm
          id={asked.item.reservation.id}
          venueRefundCents={asked.item.venueRefundCents}
          onClose={() => setAsked(null)}
        />
      ) : null}
      {asked?.way === 'refund' || asked?.way === 'settle' ? (
        <Settling item={asked.item} way={asked.way} onClose={() => setAsked(null)} />
      ) : null}
    </section>
  )
}

type IssueCardProps = {
  readonly item: OpenIssue
  readonly onAction: ((way: IssueAction) => void) | undefined
}

function IssueCard({ item, onAction }: IssueCardProps) {
  const { title, advice } = ISSUE_COPY[item.kind]
  const { reservation, amountCents } = item
  return (
    <li className="flex flex-col gap-2 rounded-card border border-bark bg-ember p-4">
      <p className="flex flex-wrap items-center gap-3">
        <Badge tone="burgundy">{title}</Badge>
        {amountCents === null ? null : <strong className="tabular-nums">{formatUsd(amountCents)}</strong>}
        <time dateTime={item.openedAt} className="text-sm text-dune">
          {shownMoment(item.openedAt)}
        </time>
      </p>
      {reservation ? (
        <p>
          <Link
            to={`/admin/reservations/${reservation.id}`}
            className="inline-flex min-h-11 items-center text-brass hover:text-cream"
          >
            {reservation.guestName}
          </Link>
          , {reservation.guestEmail ? <span className="break-all">{reservation.guestEmail}, </span> : null}
          {shownDay(reservation.date)}
        </p>
      ) : null}
      <p className="break-words text-sand">{item.detail}</p>
      <p className="text-sm text-dune">{advice}</p>
      {onAction ? <IssueActions item={item} onAction={onAction} /> : null}
    </li>
  )
}

type IssueActionsProps = { readonly item: OpenIssue; readonly onAction: (way: IssueAction) => void }

type Way = { readonly way: IssueAction; readonly label: string }
const SETTLE: Way = { way: 'settle', label: 'Mark as settled' }

/** The ways in which an issue can end, the one that helps its guest most first. */
const waysOf = ({ canSeatAgain, refundableCents, venueRefundCents }: OpenIssue): readonly Way[] => [
  ...(canSeatAgain ? [{ way: 'seat', label: 'Seat again' } as const] : []),
  ...(refundableCents > 0 ? [{ way: 'refund', label: `Refund ${formatUsd(refundableCents)}` } as const] : []),
  ...(venueRefundCents > 0
    ? [{ way: 'give_back', label: `Give back ${formatUsd(venueRefundCents)}` } as const]
    : []),
  SETTLE,
]

/** One button, and a menu of the rest. */
export function IssueActions({ item, onAction }: IssueActionsProps) {
  const [first = SETTLE, ...others] = waysOf(item)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        look={first === SETTLE ? 'outline' : 'solid'}
        className="px-4 text-sm"
        onClick={() => onAction(first.way)}
      >
        {first.label}
      </Button>
      <ActionMenu label={`More for the issue of ${item.reservation?.guestName ?? 'this payment'}`}>
        {others.map(({ way, label }) => (
          <ActionItem key={way} onChoose={() => onAction(way)}>
            {label}
          </ActionItem>
        ))}
      </ActionMenu>
    </div>
  )
}

type SettlingProps = {
  readonly item: OpenIssue
  readonly way: 'refund' | 'settle'
  readonly onClose: () => void
}

const REASON: readonly FieldDescriptor[] = [
  {
    name: 'reason',
    label: 'Reason',
    kind: 'area',
    hint: 'Stored in the ledger with your name',
    required: true,
    maxLength: 400,
  },
]

/** Asks for the reason, which is stored in the ledger. */
function Settling({ item, way, onClose }: SettlingProps) {
  const queries = useQueryClient()
  const form = useFormValues({ reason: '' })
  const settle = useMutation({
    mutationFn: () => apiFetch(`${ISSUES_PATH}/${item.id}/${way}`, { method: 'POST', json: form.values }),
    onSuccess() {
      showToast({ tone: 'good', title: way === 'refund' ? 'The refund is on its way' : 'Marked as settled' })
      onClose()
    },
    onError: (error) => toastFailure('Error updating payment', error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['payments'] }),
  })
  const amount = formatUsd(item.refundableCents)
  return (
    <FormDialog
      title={way === 'refund' ? `Give back ${amount}?` : 'Mark as settled'}
      submit={way === 'refund' ? `Refund ${amount}` : 'Mark as settled'}
      isBusy={settle.isPending}
      className="sm:max-w-lg"
      onSubmit={() => settle.mutate()}
      onClose={onClose}
    >
      <p className="break-words text-sand">{item.detail}</p>
      <FormFields form={{ ...form, errors: fieldErrors(settle.error) }} fields={REASON} />
    </FormDialog>
  )
}
