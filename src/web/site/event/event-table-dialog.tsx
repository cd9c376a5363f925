import { lazy, Suspense, useMemo, useState, useSyncExternalStore } from 'react'
import { useActionData } from 'react-router'
import type { SeatingChart } from '#features/floor-plan/chart/schema.ts'
import { useOwnTables } from '#features/holds/ui/kept-holds.ts'
import type { PlainAnswer } from '#features/holds/ui/booking/plain-booking.tsx'
import type * as BookParts from './event-book.tsx'
import type { Night } from './event-data.ts'
import { EventReserve } from './event-reserve.tsx'

type BookingParts = typeof BookParts

/** The booking code is loaded on demand. */
const loadBooking = (): Promise<BookingParts> => import('./event-book.tsx')

/**
 * A failed import stays pending instead of throwing: hydration then keeps the server's HTML, whose links and form work
 * without JavaScript, and a reload tries again.
 */
const lazyPart = <Name extends keyof BookingParts>(name: Name) =>
  lazy(() =>
    loadBooking().then(
      (book) => ({ default: book[name] }),
      () => new Promise<never>(() => undefined),
    ),
  )
const BookDialog = lazyPart('BookDialog')
const BookHeld = lazyPart('BookHeld')
const BookPlainly = lazyPart('BookPlainly')

const subscribeToNothing = () => () => undefined

type Props = {
  readonly night: Night
  readonly chart: NonNullable<Night['chart']>
  readonly requestAt: string
}

/** Seating chart with booking: in a dialog, or by a form in the page without JavaScript. */
export function EventTables({ night, chart, requestAt }: Props) {
  const { event, attempt } = night
  const answer = useActionData<PlainAnswer | null>() ?? null
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  const own = useOwnTables(event.id)
  const [hasHeld, setHasHeld] = useState(false)
  if (own.size > 0 && !hasHeld) setHasHeld(true)
  const canBook = !event.soldOut
  return (
    // Pointer and focus preload the booking code while the guest looks at the chart.
    <div className="contents" onPointerOver={preload} onFocus={preload}>
      {hasHeld && canBook ? (
        <Suspense>
          <BookHeld night={night} own={own} />
        </Suspense>
      ) : null}
      <EventReserve event={event} requestAt={requestAt} chart={useStableVariant(chart)} yours={own}>
        {(opened) => (
          <Suspense>
            <BookDialog event={event} opened={opened} />
          </Suspense>
        )}
      </EventReserve>
      {attempt && canBook ? (
        <div id="book" className="empty:hidden">
          {/* No Suspense here: the server would stream the form after the page, and only JavaScript could place it. */}
          {isHydrated ? null : <BookPlainly night={night} attempt={attempt} answer={answer} />}
        </div>
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

const preload = (): void => void loadBooking().catch(() => undefined)
