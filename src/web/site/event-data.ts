import type { Event } from '#features/events/schema.ts'
import type { SeatingChart } from '#features/floor/schema.ts'
import { isHolding } from '#features/holds/service.ts'
import type { RequestDeps } from '../context.ts'
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
  } | null
}

type Asked = Pick<Night, 'event'> & { readonly chart: SeatingChart; readonly request: Request }

/** The table an address names, and what an attempt to book it is called. */
export async function beginAttempt(
  deps: RequestDeps,
  { event, chart, request }: Asked,
): Promise<Night['attempt']> {
  const asked = new URL(request.url).searchParams
  const number = asked.get('table') ?? ''
  if (!/^\d{1,4}$/.test(number)) return null
  const table = chart.tables.find((it) => it.tableNumber === Number(number))
  const guests = asked.get('guests') ?? ''
  return {
    tableNumber: Number(number),
    partySize: /^[1-9]\d?$/.test(guests) ? Number(guests) : 1,
    key: crypto.randomUUID(),
    isMine:
      table?.state === 'held' &&
      (await isHolding(deps, { eventId: event.id, tableId: table.id, browser: deps.visitor.browser })),
  }
}
