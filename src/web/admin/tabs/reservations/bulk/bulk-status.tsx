import { useQuery } from '@tanstack/react-query'
import type { BulkOther, BulkOutcome } from '#features/reservation-management/bulk/schema.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import { UNDO_MS } from '#lib/undo-window.ts'
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx'
import { type FieldDescriptor, FormFields, useFormValues } from '#ui/admin/forms/form-fields.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { OthersList, RefusedList } from './bulk-report.tsx'
import { alsoCancelText, othersText, outcomeText, statusPlanText, withAdded } from './bulk-copy.ts'
import { PATH } from '../use-reservation-list.ts'
import { undoableOf, useBulkAct, useBulkUndo } from './use-bulk.ts'

const fieldsFor = (cancellable: readonly BulkOther[]): readonly FieldDescriptor[] => [
  { name: 'withOthers', label: alsoCancelText(cancellable), kind: 'check' },
]

type Props = {
  readonly ids: readonly string[]
  readonly status: ReservationStatus
  readonly onReport: (title: string, outcomes: readonly BulkOutcome[]) => void
  readonly onClose: () => void
}

/** Changes the status of the selection after a preview of the consequences, with undo for ten seconds. */
export function BulkStatus({ ids, status, onReport, onClose }: Props) {
  const plan = useQuery({
    queryKey: ['reservation-plan', status, ids],
    gcTime: 0,
    staleTime: 0,
    queryFn: ({ signal }) => apiFetch(`${PATH}/bulk/plan`, { method: 'POST', json: { ids, status }, signal }),
  })
  const act = useBulkAct('Error updating reservations')
  const undo = useBulkUndo()
  const { data, error } = plan
  const form = useFormValues({ withOthers: false })
  const cancellable = data?.others.filter(({ refusal }) => refusal === null) ?? []
  const added = form.values.withOthers ? cancellable : []
  const all = [...ids, ...added.map(({ id }) => id)]
  const planned = data && withAdded(data, added)
  const confirm = (): void =>
    act.mutate(
      { path: 'status', ids: all, json: { status, selected: all.length } },
      {
        onSuccess(outcomes) {
          const words = outcomeText(outcomes, `set to ${status}`)
          if (outcomes.some(({ outcome }) => outcome === 'refused')) return onReport(words, outcomes)
          const acts = undoableOf(outcomes)
          showToast({
            tone: 'good',
            title: 'Reservation updated successfully!',
            text: planned?.emails ? `${words}. The emails leave once this cannot be undone.` : words,
            staysMs: UNDO_MS,
            ...(acts.length > 0 ? { action: { label: 'Undo', onPress: () => undo(acts) } } : {}),
          })
          onClose()
        },
        onError: onClose,
      },
    )
  return (
    <ConfirmDialog
      isOpen
      question={`Set the selected reservations to ${status}?`}
      confirm={act.isPending ? `${act.done} of ${all.length} done…` : `Set to ${status}`}
      cancel="Go back"
      isBusy={act.isPending}
      canConfirm={data !== undefined && data.changed > 0}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p role="status" className="text-sand">
        {planned ? statusPlanText(planned, status) : (error?.message ?? 'Checking the selection…')}
      </p>
      {data && data.others.length > 0 ? (
        <>
          <p className="text-sand">{othersText(data.others)}</p>
          <OthersList others={data.others} />
          {cancellable.length > 0 ? <FormFields form={form} fields={fieldsFor(cancellable)} /> : null}
        </>
      ) : null}
      {data ? <RefusedList outcomes={data.refused} /> : null}
    </ConfirmDialog>
  )
}
