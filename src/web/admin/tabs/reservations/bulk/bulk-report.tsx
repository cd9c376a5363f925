import type { ComponentProps } from 'react'
import type { BulkOther, BulkOutcome } from '#features/reservation-management/bulk/schema.ts'
import { ReportDialog, type ReportRow, ReportRows } from '#web/admin/selection/report-dialog.tsx'

type ListProps = { readonly outcomes: readonly BulkOutcome[] }

const pageOf = (id: string): string => `/admin/reservations/${id}`

const refusedRows = (outcomes: readonly BulkOutcome[]): ReportRow[] =>
  outcomes
    .filter(({ outcome }) => outcome === 'refused')
    .map(({ id, guestName, text }) => ({ id, title: guestName, text, page: pageOf(id) }))

/** Rejected reservations with the reason of each. */
export const RefusedList = ({ outcomes }: ListProps) => (
  <ReportRows label="Refused" rows={refusedRows(outcomes)} />
)

/** The other reservations of the evenings, with the reason of each that stays. */
export const OthersList = ({ others }: { readonly others: readonly BulkOther[] }) => (
  <ReportRows
    label="Other reservations of the evening"
    rows={others.map(({ id, text, refusal }) => ({ id, title: text, text: refusal, page: pageOf(id) }))}
  />
)

type Props = ListProps & Omit<ComponentProps<typeof ReportDialog>, 'rows'>

/** Result of a bulk action: the number of changed reservations, and the reason of each rejection. */
export const BulkReportDialog = ({ outcomes, ...props }: Props) => (
  <ReportDialog rows={refusedRows(outcomes)} {...props} />
)
