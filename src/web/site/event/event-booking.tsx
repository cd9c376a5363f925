import { useMemo, useState } from 'react'
import { bookingAddress } from '#features/floor-plan/chart/rules.ts'
import { useLiveFloor } from '#features/floor-plan/chart/ui/use-live-floor.ts'
import type { SeatingChart } from '#features/floor-plan/chart/schema.ts'
import type { BookingTerms } from '#features/holds/ui/booking/booking-facts.tsx'
import { useOwnTables } from '#features/holds/ui/use-own-tables.ts'
import { LazyPart } from '#ui/lazy/lazy-part.tsx'
import { lazyImport } from '#ui/network/import-with-retry.ts'
import { isOffline, OFFLINE } from '#ui/toasts/offline.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { ISLAND_FAILED } from '../islands/island-failure.ts'
import type { Night, NextLink } from './event-data.ts'
import { EventReserve } from './event-reserve.tsx'
import { HeldLinks } from './held-links.tsx'
import { useTableChoice } from './table-choice/event-table-choice.ts'
import { usePlainForm } from './plain-form.ts'

const loadDialog = lazyImport(() => import('#features/holds/ui/booking/reservation-dialog.tsx'))
// Loaded only in browsers that hold a table.
const loadHeldTables = lazyImport(() => import('#features/holds/ui/held-tables.tsx'))

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
  // A night that goes on sale again while the page is open is followed, too.
  const floor = useLiveFloor({ eventId: event.id, variant: chart.variant, isOn: !first.event.soldOut })
  const offSale = floor.snapshot ? (floor.snapshot.offSale ?? null) : event.soldOut ? 'sold_out' : null
  const choice = useTableChoice({ chart, eventId: event.id, canChoose: offSale === null, search })
  const own = useOwnTables(event.id, choice.tables)
  const [hasHeld, setHasHeld] = useState(false)
  if (own.size > 0 && !hasHeld) setHasHeld(true)
  const load = usePlainForm(event.id, choice.partySize ?? 1, loadDialog)

  /** Reads prices, tables and the state of the sale from a fresh copy of the page. */
  const reload = async (): Promise<void> => {
    const { fetchFreshProps } = await import('../islands/fresh-props.ts')
    const fresh = await fetchFreshProps<Props>('event-booking')
    if (fresh) setProps(fresh)
  }
  const { opened } = choice
  const giveUp = (): void => {
    choice.close()
    if (!opened) return
    const { tableNumber } = opened
    const path = bookingAddress({ variant: chart.variant, tableNumber, partySize: choice.partySize })
    showToast(isOffline() ? OFFLINE : dialogFailed(`${path}#book`))
  }
  return (
    // Pointer and focus preload the dialog while the guest looks at the chart.
    <div className="contents" onPointerOver={preload} onFocus={preload}>
      {hasHeld ? (
        <LazyPart
          load={loadHeldTables}
          failed={<HeldLinks slug={event.slug} held={choice.tables.filter((it) => own.has(it.id))} />}
        >
          {({ HeldTables }) => <HeldTables eventId={event.id} own={own} onOpen={choice.openById} />}
        </LazyPart>
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
        // The next tap on a table loads it again.
        <LazyPart load={load} failed={null} onFailure={giveUp}>
          {({ ReservationDialog }) => (
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
          )}
        </LazyPart>
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

/** The form of the page books the table, too. */
const dialogFailed = (path: string) => ({
  title: ISLAND_FAILED,
  tone: 'bad' as const,
  action: { label: 'Open the form', onPress: () => location.assign(path) },
})

const preload = (): void => void loadDialog().catch(() => undefined)
