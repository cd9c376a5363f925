import { useQuery } from '@tanstack/react-query'
import type { BulkOther, BulkOutcome } from '#features/reservation-management/bulk/schema.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx'
import { type FieldDescriptor, FormFields, useFormValues } from '#ui/admin/forms/form-fields.tsx'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { BulkReportDialog, OthersList, RefusedList } from './bulk-report.tsx'
import { alsoCancelText, othersText, statusPlanText, withAdded } from './bulk-copy.ts'
import { PATH } from '../use-reservation-list.ts'
import { useStatusSending } from './use-status-sending.ts'

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
  const sending = useStatusSending({ status, onReport, onClose })
  const { data, error } = plan
  const form = useFormValues({ withOthers: false })
  const cancellable = data?.others.filter(({ refusal }) => refusal === null) ?? []
  const added = form.values.withOthers ? cancellable : []
  const all = [...ids, ...added.map(({ id }) => id)]
  const planned = data && withAdded(data, added)
  if (sending.report) return <BulkReportDialog {...sending.report} />
  return (
    <ConfirmDialog
      isOpen
      question={`Set the selected reservations to ${status}?`}
      confirm={sending.isPending ? `${sending.done} of ${all.length} done…` : `Set to ${status}`}
      cancel="Go back"
      isBusy={sending.isPending}
      canConfirm={data !== undefined && data.changed > 0}
      onConfirm={() => sending.send(all, Boolean(planned?.emails))}
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
