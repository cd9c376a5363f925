import { lazy, Suspense, useMemo, useState, useSyncExternalStore } from 'react'
import { useActionData } from 'react-router'
import type { SeatingChart } from '#features/floor-plan/chart/schema.ts'
import { useOwnTables } from '#features/holds/ui/kept-holds.ts'
import type { PlainAnswer } from '#features/holds/ui/booking/plain-booking.tsx'
import type * as BookParts from './event-book.tsx'
import type { Night } from './event-data.ts'
import { EventReserve } from './event-reserve.tsx'

type ReservationList = typeof BookParts

/** What it takes to book is not sent before somebody wants to. */
const loadBook = (): Promise<ReservationList> => import('./event-book.tsx')

/**
 * What cannot be fetched never comes: a page that has to be hydrated stays the page the server sent, with links and a
 * form that work, and a dialog can be asked for again after a reload.
 */
const part = <Name extends keyof ReservationList>(name: Name) =>
  lazy(() =>
    loadBook().then(
      (book) => ({ default: book[name] }),
      () => new Promise<never>(() => undefined),
    ),
  )
const BookDialog = part('BookDialog')
const BookHeld = part('BookHeld')
const BookPlainly = part('BookPlainly')

const neverChanges = () => () => undefined

type Props = {
  readonly night: Night
  readonly chart: NonNullable<Night['chart']>
  readonly requestAt: string
}

/** The room, and what is done in it: a table is booked in a dialog, or in the page where no script has come. */
export function EventTables({ night, chart, requestAt }: Props) {
  const { event, attempt } = night
  const answer = useActionData<PlainAnswer | null>() ?? null
  const isAlive = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  const own = useOwnTables(event.id)
  const [hasHeld, setHasHeld] = useState(false)
  if (own.size > 0 && !hasHeld) setHasHeld(true)
  const canBook = !event.soldOut
  return (
    // What it takes comes while the guest is still looking at the room.
    <div className="contents" onPointerOver={preload} onFocus={preload}>
      {hasHeld && canBook ? (
        <Suspense>
          <BookHeld night={night} own={own} />
        </Suspense>
      ) : null}
      <EventReserve event={event} requestAt={requestAt} chart={useOneVariant(chart)} yours={own}>
        {(opened) => (
          <Suspense>
            <BookDialog event={event} opened={opened} />
          </Suspense>
        )}
      </EventReserve>
      {attempt && canBook ? (
        <div id="book" className="empty:hidden">
          {/* Without a Suspense around it, which would put it after the page's end for a script to fetch. */}
          {isAlive ? null : <BookPlainly night={night} attempt={attempt} answer={answer} />}
        </div>
      ) : null}
    </div>
  )
}

/** What is read again comes as another drawing of the chart; this guest goes on looking at the one they have. */
function useOneVariant(chart: SeatingChart): SeatingChart {
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

const preload = (): void => void loadBook().catch(() => undefined)
