import { useState } from 'react'
import { type ReservationEntry, RESERVATION_STATUSES } from '#features/reservation-management/list/schema.ts'
import type { BulkOutcome } from '#features/reservation-management/bulk/schema.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import { SelectionBar, SelectionButton, SelectionChoice, SelectMore } from '#ui/admin/lists/selection.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import type { useMatching } from '#web/admin/selection/use-matching.ts'
import { BulkEmail } from './bulk-email.tsx'
import { BulkReportDialog } from './bulk-report.tsx'
import { BulkStatus } from './bulk-status.tsx'
import { downloadSelected, undoableOf, useBulkUndo } from './use-bulk.ts'

type Props = {
  readonly ids: readonly string[]
  readonly shown: readonly ReservationEntry[]
  readonly onShown: () => void
  /** Selects all that match the filter; null where no more match than are shown. */
  readonly matching: ReturnType<typeof useMatching> | null
  readonly onClear: () => void
}

type Open =
  | { readonly kind: 'status'; readonly status: ReservationStatus }
  | { readonly kind: 'email' }
  | { readonly kind: 'report'; readonly title: string; readonly outcomes: readonly BulkOutcome[] }

const STATUSES = RESERVATION_STATUSES.map((it) => ({ value: it, label: it }))

/** Action bar of the selected reservations, sticky at the bottom of the screen. */
export function BulkBar({ ids, shown, onShown, matching, onClear }: Props) {
  const [open, setOpen] = useState<Open | null>(null)
  const canEdit = useCan('reservations.edit')
  const canExport = useCan('reservations.export')
  const canEmail = useCan('reservations.email')
  const report = (title: string, outcomes: readonly BulkOutcome[]) =>
    setOpen({ kind: 'report', title, outcomes })
  const close = (): void => setOpen(null)
  const undo = useBulkUndo()
  const acts = open?.kind === 'report' ? undoableOf(open.outcomes) : []
  if (ids.length === 0 && open === null) return null
  return (
    <>
      <SelectionBar count={ids.length} noun="reservation" plural="reservations" onClear={onClear}>
        <SelectMore isAllShown={shown.every(({ id }) => ids.includes(id))} {...{ onShown, matching }} />
        {canEdit ? (
          <SelectionChoice
            label="Set the status of the selected reservations"
            text="Set status…"
            options={STATUSES}
            onChoose={(value) => {
              const status = RESERVATION_STATUSES.find((it) => it === value)
              if (status) setOpen({ kind: 'status', status })
            }}
          />
        ) : null}
        {canExport ? (
          <SelectionButton onClick={() => void downloadSelected(ids)}>
            Download {ids.length.toLocaleString('en-US')} as CSV
          </SelectionButton>
        ) : null}
        {canEmail ? (
          <SelectionButton onClick={() => setOpen({ kind: 'email' })}>Email…</SelectionButton>
        ) : null}
      </SelectionBar>
      {open?.kind === 'status' ? (
        <BulkStatus ids={ids} status={open.status} onReport={report} onClose={close} />
      ) : null}
      {open?.kind === 'email' ? <BulkEmail ids={ids} onReport={report} onClose={close} /> : null}
      {open?.kind === 'report' ? (
        <BulkReportDialog
          title={open.title}
          outcomes={open.outcomes}
          onUndo={acts.length > 0 ? () => undo(acts) : undefined}
          onClose={close}
        />
      ) : null}
    </>
  )
}
