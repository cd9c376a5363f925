import { useCallback } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { HeldTables } from '#features/holds/ui/held-tables.tsx'
import { type PlainAnswer, PlainBooking } from '#features/holds/ui/booking/plain-booking.tsx'
import { ReservationDialog } from '#features/holds/ui/booking/reservation-dialog.tsx'
import type { Night } from './event-data.ts'
import { bypassCache } from './event-cache.ts'
import type { OpenedTable } from './event-reserve.tsx'
import { useRootData } from '../layout/site-layout.tsx'

type DialogProps = { readonly event: Night['event']; readonly opened: OpenedTable }

/** Booking dialog of the table that is chosen on the seating chart. */
export function BookDialog({ event, opened }: DialogProps) {
  const { venue } = useRootData()
  const { revalidate } = useRevalidator()
  const reload = useCallback(() => {
    bypassCache()
    void revalidate()
  }, [revalidate])
  return (
    <ReservationDialog
      event={event}
      terms={venue}
      table={opened.table}
      tables={opened.tables}
      partySize={opened.partySize}
      onChoose={opened.choose}
      onClose={opened.close}
      onStale={reload}
    />
  )
}

type HeldProps = { readonly night: Night; readonly own: ReadonlySet<string> }

/** The tables of this event that the guest already holds. */
export function BookHeld({ night: { event, chart }, own }: HeldProps) {
  const navigate = useNavigate()
  const open = (tableId: string): void => {
    const table = chart?.tables.find((it) => it.id === tableId)
    if (table)
      void navigate(
        { search: `?view=reserve&table=${table.tableNumber}` },
        { replace: true, preventScrollReset: true },
      )
  }
  return <HeldTables eventId={event.id} own={own} onOpen={open} />
}

type PlainProps = {
  readonly night: Night
  readonly attempt: NonNullable<Night['attempt']>
  readonly answer: PlainAnswer | null
}

/** Booking form in the page, for browsers without JavaScript. */
export function BookPlainly({ night: { event, chart }, attempt, answer }: PlainProps) {
  const { venue } = useRootData()
  return (
    <PlainBooking
      event={event}
      terms={venue}
      tables={chart?.tables ?? []}
      tableNumber={attempt.tableNumber}
      partySize={attempt.partySize}
      attempt={attempt}
      answer={answer}
    />
  )
}
