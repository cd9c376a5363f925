import { useState } from 'react'
import type { CloseOut } from '#features/close-out/schema.ts'
import { formatDate, isCalendarDate } from '#lib/venue-time.ts'
import { LoadFailure, LoadingRows } from '#ui/admin/lists/list-states.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { DownloadLink } from '#web/admin/data/files/download-link.tsx'
import { useUrlFilter } from '#web/admin/list-view/use-url-filter.ts'
import { useReservationEvents } from '../reservations/use-reservation-events.ts'
import { DatePicker } from '../tonight/date-picker.tsx'
import { ClosePanel } from './close-panel.tsx'
import { CoverPanel } from './cover-panel.tsx'
import { LockPanel } from './lock-panel.tsx'
import { MovedGuests } from './named-parties/moved-guests.tsx'
import { NightFigures } from './night-figures.tsx'
import { SinceLock } from './since-lock.tsx'
import { CoverNotes } from './named-parties/cover-notes.tsx'
import { UnpaidParties } from './named-parties/unpaid-parties.tsx'
import { CLOSE_OUT_PATH, useCloseOut } from './use-close-out.ts'

/** The close-out of a night: what is still open, its figures, the counted cash, and the lock. */
export default function CloseOutTab() {
  useReservationEvents()
  const { search, set } = useUrlFilter()
  const asked = search.get('date')
  const date = asked !== null && isCalendarDate(asked) ? asked : null
  const { data, error, refetch } = useCloseOut(date)
  // The next night loads while the last one still shows its date.
  if (!data)
    return error ? (
      <LoadFailure what="The close-out" text={error.message} onRetry={() => void refetch()} />
    ) : (
      <LoadingRows label="Loading the close-out" />
    )
  return <Night key={data.date} night={data} onDate={(next) => set('date', next)} />
}

type Props = { readonly night: CloseOut; readonly onDate: (date: string) => void }

function Night({ night, onDate }: Props) {
  const { date, today, report, comparison, lock } = night
  const [isLocking, setIsLocking] = useState(false)
  return (
    <div className="night-list flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-heading">Close-out</h2>
        <div className="no-print flex flex-wrap items-center gap-2">
          <DatePicker {...{ date, today, onDate }} />
          <div className="flex gap-2">
            <Button look="outline" className="px-4" onClick={() => window.print()}>
              Print
            </Button>
            <DownloadLink
              href={`${CLOSE_OUT_PATH}/${date}/csv`}
              fileName={`close-out-${date}.csv`}
              failure="Error downloading the close-out"
              className={buttonClass('outline', 'px-4')}
            >
              CSV
            </DownloadLink>
          </div>
        </div>
      </div>
      <p className="text-sand">
        {[formatDate(date), ...report.events].join(' · ')}
        {lock ? null : <span className="text-dune"> · figures so far</span>}
      </p>
      <ClosePanel night={night} onLock={() => setIsLocking(true)} />
      <UnpaidParties night={night} />
      <CoverNotes night={night} />
      <MovedGuests night={night} />
      <SinceLock night={night} />
      <NightFigures report={report} account={night.account} comparison={comparison} />
      <CoverPanel night={night} />
      {isLocking ? <LockPanel night={night} onClose={() => setIsLocking(false)} /> : null}
    </div>
  )
}
