import type { Event } from '#features/events/schema.ts'
import { readPartySize } from '#features/floor-plan/chart/rules.ts'
import type { SeatingChart } from '#features/floor-plan/chart/schema.ts'
import { listOwnHolds } from '#features/holds/service.ts'
import type { RequestContext } from '#http/context.ts'
import { clockAt } from '#lib/venue-time.ts'
import type { NextEvent } from './event-notice.tsx'

/** Link to the next event. */
export type NextLink = Pick<NextEvent, 'slug' | 'title'>

/** Loader data of an event page. */
export type Night = {
  readonly event: Omit<Event, 'bookingPercentage'>
  readonly hasEnded: boolean
  /** Null once the event has ended, where its tables are not for sale, and where it could not be read. */
  readonly chart: SeatingChart | null
  /** The chart could not be read: the page stands without it, and says so in its place. */
  readonly isChartUnread: boolean
  /** The next event with tables for sale. */
  readonly next: NextEvent | null
  /** Form token of the waiting list; null where guests cannot join it. */
  readonly waitingToken: string | null
  /** The table named in the URL, for booking without JavaScript; null where the URL names none. */
  readonly attempt: {
    readonly tableNumber: number
    readonly partySize: number
    /** Idempotency key of the booking. */
    readonly key: string
    /** This browser already holds the table. */
    readonly isMine: boolean
    /** Other tables of this event that this browser holds. */
    readonly others: readonly { readonly tableNumber: number; readonly until: string }[]
  } | null
}

type AttemptInput = Pick<Night, 'event'> & { readonly chart: SeatingChart; readonly request: Request }

/** Prepares a booking without JavaScript of the table named in the URL, with a new idempotency key. */
export async function beginAttempt(
  deps: RequestContext,
  { event, chart, request }: AttemptInput,
): Promise<Night['attempt']> {
  const query = new URL(request.url).searchParams
  const number = query.get('table') ?? ''
  if (!/^\d{1,4}$/.test(number)) return null
  const table = chart.tables.find((it) => it.tableNumber === Number(number))
  const own = await listOwnHolds(deps, { eventId: event.id, browser: deps.guest.browser })
  return {
    tableNumber: Number(number),
    partySize: readPartySize(query) ?? 1,
    key: crypto.randomUUID(),
    // The chart does not tell: of a night that is sold out it shows no table as held.
    isMine: own.some((it) => it.tableId === table?.id),
    others: own
      .filter((it) => it.tableId !== table?.id)
      .map(({ tableNumber, heldUntil }) => ({
        tableNumber,
        until: clockAt(heldUntil),
      })),
  }
}
