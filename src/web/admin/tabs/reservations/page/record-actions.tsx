import { useState } from 'react'
import type { ReservationFullDetails } from '#features/reservation-management/list/schema.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx'
import { ActionItem, ActionMenu, ActionNewTab, DeleteItem } from '#ui/admin/lists/action-menu.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { useAmendDialog } from '../amend/use-amend-dialog.tsx'
import { copyEmail } from '../list-copy.ts'
import { canMerge, canSplit, useMergeDialogs } from '../merge/use-merge-dialogs.tsx'
import { StatusSelect } from '../status-select.tsx'
import { PATH, useReservationMutation } from '../use-reservation-list.ts'
import { useReservationDeletion } from './delete-dialog.tsx'
import { canMarkLeft, useLeft } from './left-control.tsx'
import { useStatusChange } from './status-control.tsx'

type Props = { readonly item: ReservationFullDetails; readonly onDeleted: () => void }

/** The status, the one button that is pressed most, and a menu of the rest. */
export function RecordActions({ item, onDeleted }: Props) {
  const canEdit = useCan('reservations.edit')
  const canChange = canEdit && item.status !== 'cancelled'
  const amendment = useAmendDialog()
  const merging = useMergeDialogs()
  const statusChange = useStatusChange()
  const wanted = statusChange.pending.get(item.id)
  const deletion = useReservationDeletion({ onDeleted })
  const resend = useResend(item)
  const left = useLeft()
  const canCopy = useCan('guests.contact') && item.guestEmail !== ''
  const canDelete = useCan('reservations.delete')
  const { onMerge, onSplit } = merging
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <StatusSelect
        guestName={item.guestName}
        status={wanted ?? item.status}
        isBusy={wanted !== undefined}
        onChange={(status) => statusChange.mutate({ item, status })}
      />
      {canChange ? <Button onClick={() => amendment.open(item)}>Change</Button> : null}
      <ActionMenu label={`More for ${item.guestName}`}>
        {canEdit && canMarkLeft(item) ? (
          <ActionItem onChoose={() => left.mark(item)}>
            {item.leftAt ? 'Still here' : 'Party left'}
          </ActionItem>
        ) : null}
        {onMerge && canMerge(item) ? <ActionItem onChoose={() => onMerge(item)}>Merge</ActionItem> : null}
        {onSplit && canSplit(item) ? <ActionItem onChoose={() => onSplit(item)}>Split</ActionItem> : null}
        {canChange ? (
          <ActionNewTab href={`/admin/api/reservations/${item.id}/code`}>Code to print</ActionNewTab>
        ) : null}
        {canEdit && item.guestEmail ? (
          <ActionItem onChoose={resend.ask}>Resend confirmation</ActionItem>
        ) : null}
        {canCopy ? (
          <ActionItem onChoose={() => void copyEmail(item.guestEmail)}>Copy email</ActionItem>
        ) : null}
        {canDelete ? <DeleteItem onChoose={() => deletion.ask(item)} /> : null}
      </ActionMenu>
      {resend.dialog}
      {deletion.dialog}
      {amendment.dialog}
      {merging.dialog}
      {statusChange.dialog}
      {left.dialog}
    </div>
  )
}

/** Resends the confirmation email after a question that names the address: an email cannot be undone. */
function useResend({ id, guestEmail }: ReservationFullDetails) {
  const [isAsked, setAsked] = useState(false)
  const resend = useReservationMutation('Error sending the confirmation')
  const close = (): void => setAsked(false)
  const dialog = (
    <ConfirmDialog
      isOpen={isAsked}
      question="Send the confirmation again?"
      confirm="Send"
      isGrave={false}
      isBusy={resend.isPending}
      onConfirm={() =>
        resend.mutate(
          { path: `${PATH}/${id}/confirmation`, method: 'POST', done: 'The confirmation is on its way' },
          { onSettled: close },
        )
      }
      onClose={close}
    >
      <p className="text-sand">
        It goes to <strong className="break-all text-cream">{guestEmail}</strong> at once.
      </p>
    </ConfirmDialog>
  )
  return { ask: () => setAsked(true), dialog }
}
