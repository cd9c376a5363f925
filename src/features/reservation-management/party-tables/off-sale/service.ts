import { tablesOf } from '#features/reservations/rules.ts'
import type { EventOnSale } from '#features/dining/schema.ts'
import { readServiceDayFacts } from '#features/dining/service.ts'
import { eventDuring } from '#features/dining/table-assignments/rules.ts'
import type { Booking } from '#features/reservation-management/schema.ts'
import { findOffSale, type OffSaleRefusal } from '#features/reservation-management/service.ts'
import type { Db } from '#platform/db/db.ts'

type Deps = { readonly db: Db; readonly now: Date }
type Kind = Pick<Booking, 'type' | 'date'>
type Span = Pick<Booking, 'startsAt' | 'endsAt'>

type OffSaleCheck = Span & {
  readonly tableIds: readonly string[]
  readonly agreed: readonly string[] | undefined
}

/** Tables that a dinner takes off sale for an event. A dinner that is over takes none. */
export async function findOffSaleDuring(
  deps: Deps,
  dinner: Kind,
  { tableIds, agreed, ...span }: OffSaleCheck,
): Promise<OffSaleRefusal | null> {
  if (tableIds.length === 0) return null
  const event = await findEventDuring(deps, dinner, span)
  return event && findOffSale(deps.db, { tableIds, event, endsAt: span.endsAt, agreed })
}

async function findEventDuring(
  { db, now }: Deps,
  { type, date }: Kind,
  { startsAt, endsAt }: Span,
): Promise<EventOnSale | null> {
  if (type !== 'dining' || endsAt <= now) return null
  const { events } = await readServiceDayFacts(db, { date, from: startsAt, until: endsAt })
  return eventDuring(events, { startsAt, endsAt })
}

type Standing = Kind & Span & Parameters<typeof tablesOf>[0] & Pick<Booking, 'leftAt'>

/** The same for a dinner that stands again after its cancellation or deletion, and takes all of its tables. */
export const findOffSaleAgain = (
  deps: Deps,
  { leftAt, ...dinner }: Standing,
  agreed: readonly string[] | undefined,
): Promise<OffSaleRefusal | null> | null =>
  leftAt === null ? findOffSaleDuring(deps, dinner, { ...dinner, tableIds: tablesOf(dinner), agreed }) : null

type Together = {
  readonly stays: Kind & Span
  readonly goes: Span & Parameters<typeof tablesOf>[0]
  readonly agreed?: readonly string[] | undefined
}

/** The same for the tables of a dinner that another one joins, at the time of the one that remains. */
export async function findOffSaleTogether(
  deps: Deps,
  { stays, goes, agreed }: Together,
): Promise<OffSaleRefusal | null> {
  const event = await findEventDuring(deps, stays, stays)
  // Its tables are off sale for the event already where its own time reaches into it.
  if (!event || eventDuring([event], goes)) return null
  return findOffSale(deps.db, { tableIds: tablesOf(goes), event, endsAt: stays.endsAt, agreed })
}
