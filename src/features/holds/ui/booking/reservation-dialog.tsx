import { useEffect, useId, useState } from 'react'
import type { OffSale } from '#features/reservations/schema.ts'
import type { ChartTable, FloorSnapshot } from '#features/floor-plan/chart/schema.ts'
import type { TableDetails } from '#features/floor-plan/table-details/schema.ts'
import { Dialog } from '#ui/dialog.tsx'
import { LazyPart } from '#ui/lazy/lazy-part.tsx'
import { lazyImport } from '#ui/network/import-with-retry.ts'
import type { TypedForm } from '#features/holds/booking/schema.ts'
import { type BookedEvent, type BookingTerms, guestsOf } from './booking-facts.tsx'
import { saveDraft, readDraft } from './drafts.ts'
import { HeldNote } from './held-note.tsx'
import { ReservationForm } from './reservation-form.tsx'
import { useBooking } from './use-booking.ts'

// Loaded at the first touch of the form, before the table is held. Opening the dialog alone does not load it.
const loadWaitingView = lazyImport(() => import('../payment/waiting-view.tsx'))
const preload = (): void => void loadWaitingView().catch(() => undefined)

type Props = {
  readonly event: BookedEvent
  readonly terms: BookingTerms
  readonly table: ChartTable
  readonly details: TableDetails | undefined
  /** All tables with their current state. */
  readonly tables: readonly ChartTable[]
  /** The party that was chosen beside the chart; null where none was. */
  readonly partySize: number | null
  readonly onChoose: (table: ChartTable) => void
  readonly onClose: () => void
  /** Reason why no table can be booked any more; null while tables are for sale. */
  readonly offSale: OffSale | null
  readonly requestAt: string
  /** Requests the state of the tables now. */
  readonly askFloor: () => Promise<FloorSnapshot | null>
  /** Reloads prices and tables. */
  readonly onStale: () => void
}

/** Dialog that books one table: the form, then the view that waits for the payment. */
export function ReservationDialog(props: Props) {
  const { event, table, partySize, onClose } = props
  const title = useId()
  const [typed, setTyped] = useState(() => readDraft(event.id, partySize))
  const change = (next: TypedForm): void => {
    setTyped(next)
    saveDraft(event.id, { typed: next, partySize })
  }
  return (
    <Dialog isOpen onClose={onClose} labelledBy={title} className="sm:max-w-2xl">
      <div className="zellige-strip" aria-hidden="true" />
      <div className="p-5 pb-[calc(1.5rem+env(safe-area-inset-bottom))] sm:p-8">
        {/* The key resets the state of the booking when the table changes; the typed values stay. */}
        <TableBooking key={table.id} {...props} title={title} typed={typed} onTyped={change} />
      </div>
    </Dialog>
  )
}

type BookingProps = Props & {
  readonly title: string
  readonly typed: TypedForm
  readonly onTyped: (typed: TypedForm) => void
}

function TableBooking(props: BookingProps) {
  const { title, event, terms, table, typed, onClose } = props
  const booking = useBooking({
    event,
    terms,
    table,
    offSale: props.offSale,
    askFloor: props.askFloor,
    refresh: props.onStale,
  })
  const { hold } = booking
  const view = hold ? 'waiting' : 'form'
  useEffect(scrollToTop, [view])
  return hold ? (
    <LazyPart
      load={loadWaitingView}
      failed={<HeldNote title={title} event={event} hold={hold} booking={booking} />}
    >
      {({ WaitingView }) => (
        <WaitingView
          title={title}
          event={event}
          terms={terms}
          tableId={table.id}
          hold={hold}
          booking={booking}
          guests={guestsOf(typed)}
          onClose={onClose}
        />
      )}
    </LazyPart>
  ) : (
    <div className="contents" onPointerDown={preload} onKeyDown={preload} onInput={preload}>
      <ReservationForm {...props} booking={booking} />
    </div>
  )
}

/** Scrolls the dialog to the top when its view changes. */
function scrollToTop(): void {
  document.querySelector('dialog[open]')?.scrollTo(0, 0)
}
