import { useState } from 'react'
import { type ReservationEntry, RESERVATION_STATUSES } from '#features/reservation-management/list/schema.ts'
import type { BulkOutcome } from '#features/reservation-management/bulk/schema.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import { Button } from '#ui/button.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { BulkEmail } from './bulk-email.tsx'
import { BulkReportDialog } from './bulk-report.tsx'
import { BulkStatus } from './bulk-status.tsx'
import { downloadSelected } from './use-bulk.ts'

type Props = {
  readonly ids: readonly string[]
  readonly shown: readonly ReservationEntry[]
  /** Whether more reservations match the filter than are shown. */
  readonly hasMore: boolean
  readonly isFinding: boolean
  readonly onShown: () => void
  readonly onMatching: () => void
  readonly onClear: () => void
}

type Open =
  | { readonly kind: 'status'; readonly status: ReservationStatus }
  | { readonly kind: 'email' }
  | { readonly kind: 'report'; readonly title: string; readonly outcomes: readonly BulkOutcome[] }

const SMALL = 'px-3 text-sm whitespace-nowrap lg:min-h-9 lg:py-1'

/** Action bar of the selected reservations, sticky at the bottom of the screen. */
export function BulkBar({ ids, shown, hasMore, isFinding, onShown, onMatching, onClear }: Props) {
  const [open, setOpen] = useState<Open | null>(null)
  const canEdit = useCan('reservations.edit')
  const canExport = useCan('reservations.export')
  const canEmail = useCan('reservations.email')
  const report = (title: string, outcomes: readonly BulkOutcome[]) =>
    setOpen({ kind: 'report', title, outcomes })
  const close = (): void => setOpen(null)
  if (ids.length === 0 && open === null) return null
  const count = ids.length === 1 ? '1 reservation' : `${ids.length.toLocaleString('en-US')} reservations`
  return (
    <>
      <div
        role="region"
        aria-label="Selected reservations"
        className="sticky bottom-0 z-20 -mx-4 grid grid-cols-2 items-center gap-2 border-t border-brass/60 bg-ember px-4 py-2 shadow-2xl shadow-black sm:-mx-6 sm:flex sm:flex-wrap sm:px-6"
      >
        <p role="status" className="mr-2 font-semibold">
          {count} selected
        </p>
        <Button look="quiet" className={SMALL} onClick={onClear}>
          Clear selection
        </Button>
        {shown.some(({ id }) => !ids.includes(id)) ? (
          <Button look="quiet" className={SMALL} onClick={onShown}>
            Select all shown
          </Button>
        ) : null}
        {hasMore ? (
          <Button look="quiet" className={SMALL} disabled={isFinding} onClick={onMatching}>
            Select all that match
          </Button>
        ) : null}
        {canEdit ? (
          <select
            aria-label="Set the status of the selected reservations"
            value=""
            onChange={(event) => {
              const status = RESERVATION_STATUSES.find((it) => it === event.target.value)
              if (status) setOpen({ kind: 'status', status })
            }}
            className="min-h-11 rounded-lg border border-clay bg-night px-2 text-sm font-semibold text-cream lg:min-h-9"
          >
            <option value="">Set status…</option>
            {RESERVATION_STATUSES.map((it) => (
              <option key={it}>{it}</option>
            ))}
          </select>
        ) : null}
        {canExport ? (
          <Button look="outline" className={SMALL} onClick={() => void downloadSelected(ids)}>
            Download {ids.length.toLocaleString('en-US')} as CSV
          </Button>
        ) : null}
        {canEmail ? (
          <Button look="outline" className={SMALL} onClick={() => setOpen({ kind: 'email' })}>
            Email…
          </Button>
        ) : null}
      </div>
      {open?.kind === 'status' ? (
        <BulkStatus ids={ids} status={open.status} onReport={report} onClose={close} />
      ) : null}
      {open?.kind === 'email' ? <BulkEmail ids={ids} onReport={report} onClose={close} /> : null}
      {open?.kind === 'report' ? (
        <BulkReportDialog title={open.title} outcomes={open.outcomes} onClose={close} />
      ) : null}
    </>
  )
}
