import { findCover } from '#features/payments/ledger/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { summaryFor, sumCounters } from '#features/reservation-management/list/rules.ts'
import type {
  ReservationListSummary,
  ReservationQuery,
} from '#features/reservation-management/list/schema.ts'
import { listFiltered, sumDeleted } from '#features/reservation-management/list/service.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { findNightOf, listCounters } from './store.ts'

export { rollUpCounters } from './store.ts'

type Deps = { readonly db: Db; readonly actor: Pick<Actor, 'role'> }
type Filters = Omit<ReservationQuery, 'sort'>

/** The most reservations of a search that are counted: a common word would read the whole table. */
const MOST_COUNTED = 20_000

/**
 * Counts and revenue of the reservations that match the filters of the list. The amounts are null for roles that may not see
 * them. Without a date, an event or a search the counter rows tell them.
 */
export async function summariseReservations(
  { db, actor }: Deps,
  query: Filters,
): Promise<ReservationListSummary> {
  const { search, eventId, date } = query
  const isCounted = search === '' && eventId === null && date === null
  const limit = search === '' ? null : MOST_COUNTED + 1
  const [counters, deletedRevenueCents, coverCents] = await Promise.all([
    isCounted ? listCounters(db, query) : listFiltered(db, query, limit),
    sumDeleted(db, query),
    may(actor.role, 'payments.read') ? readCover(db, query) : null,
  ])
  const summary = sumCounters(counters, { deletedRevenueCents, coverCents, isWhole: true })
  return summaryFor(actor.role, { ...summary, isWhole: limit === null || summary.total < limit })
}

/** Cover of the one night that the list shows with all its reservations; null where it does not. */
async function readCover(db: Db, query: Filters): Promise<number | null> {
  const night = await findNight(db, query)
  return night === null ? null : findCover(db, night)
}

async function findNight(
  db: Db,
  { search, type, status, eventId, date }: Filters,
): Promise<CalendarDate | null> {
  if (search !== '' || type !== null || status !== null) return null
  if (eventId === null) return date
  const night = await findNightOf(db, eventId)
  return date === null || date === night ? night : null
}
