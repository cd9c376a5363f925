import type { Event } from '#features/events/schema.ts'
import type { SeatingChart } from '#features/floor-plan/chart/schema.ts'
import { listOwnHolds } from '#features/holds/service.ts'
import { formatClock, wallClock } from '#lib/venue-time.ts'
import type { RequestContext } from '#http/context.ts'
import type { NextEvent } from './event-notice.tsx'

/** Everything the screen of one night is drawn from. */
export type Night = {
  readonly event: Omit<Event, 'bookingPercentage'>
  readonly hasEnded: boolean
  /** The floor on that night; null once it is over, and where its tables are not for sale. */
  readonly chart: SeatingChart | null
  readonly next: NextEvent | null
  /** The table the address names, for a guest who has no scripts to book it with; null where it names none. */
  readonly attempt: {
    readonly tableNumber: number
    readonly partySize: number
    /** What this attempt is called. */
    readonly key: string
    /** Whether this browser holds the table already. */
    readonly isMine: boolean
    /** The other tables of this night that it holds. */
    readonly others: readonly { readonly tableNumber: number; readonly until: string }[]
  } | null
}

type Asked = Pick<Night, 'event'> & { readonly chart: SeatingChart; readonly request: Request }

/** The table an address names, and what an attempt to book it is called. */
export async function beginAttempt(
  deps: RequestContext,
  { event, chart, request }: Asked,
): Promise<Night['attempt']> {
  const asked = new URL(request.url).searchParams
  const number = asked.get('table') ?? ''
  if (!/^\d{1,4}$/.test(number)) return null
  const table = chart.tables.find((it) => it.tableNumber === Number(number))
  const own = await listOwnHolds(deps, { eventId: event.id, browser: deps.guest.browser })
  const guests = asked.get('guests') ?? ''
  return {
    tableNumber: Number(number),
    partySize: /^[1-9]\d?$/.test(guests) ? Number(guests) : 1,
    key: crypto.randomUUID(),
    isMine: table?.state === 'held' && own.some((it) => it.tableId === table.id),
    others: own
      .filter((it) => it.tableId !== table?.id)
      .map(({ tableNumber, heldUntil }) => ({
        tableNumber,
        until: formatClock(wallClock(heldUntil).time),
      })),
  }
}
