import { lazy, Suspense, useMemo, useState } from 'react'
import { useLiveFloor } from '#features/floor-plan/chart/ui/use-live-floor.ts'
import type { SeatingChart } from '#features/floor-plan/chart/schema.ts'
import type { BookingTerms } from '#features/holds/ui/booking/booking-facts.tsx'
import { useOwnTables } from '#features/holds/ui/use-own-tables.ts'
import { importWithRetry } from '#ui/network/import-with-retry.ts'
import type { Night, NextLink } from './event-data.ts'
import { EventReserve } from './event-reserve.tsx'
import { useTableChoice } from './table-choice/event-table-choice.ts'
import { usePlainForm } from './plain-form.ts'

const loadDialog = () => importWithRetry(() => import('#features/holds/ui/booking/reservation-dialog.tsx'))
// Loaded only in browsers that hold a table.
const HeldTables = lazy(() =>
  import('#features/holds/ui/held-tables.tsx').then((it) => ({ default: it.HeldTables })),
)
const ReservationDialog = lazy(() => loadDialog().then((it) => ({ default: it.ReservationDialog })))

type Props = {
  readonly event: Night['event']
  readonly chart: SeatingChart
  readonly terms: BookingTerms
  readonly requestAt: string
  readonly next: NextLink | null
  /** Query of the address, which may name a party size and a table. */
  readonly search: string
}

/** Live seating chart of an event, the tables that this browser holds, and the dialog that books a table. */
export function EventBooking(first: Props) {
  const [{ event, chart: latest, terms, requestAt, next, search }, setProps] = useState(first)
  const chart = useStableVariant(latest)
  const own = useOwnTables(event.id)
  const [hasHeld, setHasHeld] = useState(false)
  if (own.size > 0 && !hasHeld) setHasHeld(true)
  // A night that goes on sale again while the page is open is followed, too.
  const floor = useLiveFloor({ eventId: event.id, variant: chart.variant, isOn: !first.event.soldOut })
  const offSale = floor.snapshot ? (floor.snapshot.offSale ?? null) : event.soldOut ? 'sold_out' : null
  const choice = useTableChoice({ chart, eventId: event.id, canChoose: offSale === null, search })
  usePlainForm(event.id, choice.partySize ?? 1)

  /** Reads prices, tables and the state of the sale from a fresh copy of the page. */
  const reload = async (): Promise<void> => {
    const { fetchFreshProps } = await import('../islands/fresh-props.ts')
    const fresh = await fetchFreshProps<Props>('event-booking')
    if (fresh) setProps(fresh)
  }
  const { opened } = choice
  return (
    // Pointer and focus preload the dialog while the guest looks at the chart.
    <div className="contents" onPointerOver={preload} onFocus={preload}>
      {hasHeld && !event.soldOut ? (
        <Suspense>
          <HeldTables eventId={event.id} own={own} onOpen={choice.openById} />
        </Suspense>
      ) : null}
      <EventReserve
        event={event}
        requestAt={requestAt}
        next={next}
        chart={chart}
        snapshot={floor.snapshot}
        offSale={offSale}
        yours={own}
        choice={choice}
      />
      {opened ? (
        <Suspense>
          <ReservationDialog
            event={event}
            terms={terms}
            table={opened}
            details={chart.details[opened.id]}
            tables={choice.tables}
            partySize={choice.partySize}
            onChoose={choice.open}
            onClose={choice.close}
            offSale={offSale}
            requestAt={requestAt}
            askFloor={floor.refresh}
            onStale={() => void reload().catch(() => undefined)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

/** Keeps the chart variant of the first render: a reload may return another variant of the pre-booked share. */
function useStableVariant(chart: SeatingChart): SeatingChart {
  const [{ variant, tables }] = useState(chart)
  return useMemo(() => {
    if (chart.variant === variant) return chart
    const states = new Map(tables.map((table) => [table.id, table.state]))
    return {
      ...chart,
      variant,
      tables: chart.tables.map((table) => ({ ...table, state: states.get(table.id) ?? table.state })),
    }
  }, [chart, variant, tables])
}

const preload = (): void => void loadDialog().catch(() => undefined)
