import { doubleArrivals } from '#features/reservation-management/arrivals/rules.ts'
import { listArrivalEvents } from '#features/reservation-management/arrivals/service.ts'
import { addDays, businessDate, type CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { guestsWhoCame } from '../figures/rules.ts'
import { listMovements } from '../figures/service.ts'
import type { MovedGuests } from '../schema.ts'
import { listCrowded, listLocked, listMoved, listUnclosed } from './store.ts'

/** Older nights are not asked about any more. */
const ASKED_DAYS = 7

type Deps = { readonly db: Db; readonly now: Date }
type OfNight = { readonly night: CalendarDate; readonly count: number }

export type OpenNights = {
  /** Nights that are over and not closed, the oldest first. */
  readonly unclosed: readonly CalendarDate[]
  /** Parties that two devices may have admitted both: tonight, and on nights that are not closed. */
  readonly doubles: readonly OfNight[]
  /** Parties whose guests came on a night from which they, or the events of their lists, had been moved. */
  readonly moved: readonly OfNight[]
}

/** Tasks that the last nights and tonight leave for managers. */
export async function loadOpenNights({ db, now }: Deps): Promise<OpenNights> {
  const today = businessDate(now)
  const from = addDays(today, -ASKED_DAYS)
  const unclosed = await listUnclosed(db, { from, until: addDays(today, -1) })
  const [doubles, moved] = await Promise.all([
    countDoubles(db, [...unclosed, today]),
    countMoved(db, { from, until: today }),
  ])
  return { unclosed, doubles, moved }
}

/** The guests who came on a night although their party, or the event of their list, had been moved to another one. */
export async function listMovedGuests(db: Db, night: CalendarDate): Promise<MovedGuests[]> {
  const moved = await listMoved(db, { from: night, until: night })
  if (moved.length === 0) return []
  const movements = Map.groupBy(await listMovements(db, [night]), ({ partyId }) => partyId)
  return moved.map((party) => ({ ...party, guests: guestsWhoCame(movements.get(party.id) ?? []) }))
}

type Span = { readonly from: CalendarDate; readonly until: CalendarDate }

async function countMoved(db: Db, span: Span): Promise<OfNight[]> {
  const [moved, locked] = await Promise.all([listMoved(db, span), listLocked(db, span)])
  const open = moved.filter(({ night }) => !locked.includes(night))
  return [...Map.groupBy(open, ({ night }) => night)].map(([night, { length: count }]) => ({ night, count }))
}

async function countDoubles(db: Db, nights: readonly CalendarDate[]): Promise<OfNight[]> {
  const crowded = await listCrowded(db, nights)
  const events = Map.groupBy(
    await listArrivalEvents(
      db,
      crowded.map(({ id }) => id),
    ),
    ({ partyId }) => partyId,
  )
  const doubles = crowded.filter(
    ({ id, guestCount }) => doubleArrivals({ guestCount, events: events.get(id) ?? [] }).length > 0,
  )
  return nights
    .map((night) => ({ night, count: doubles.filter((it) => it.night === night).length }))
    .filter(({ count }) => count > 0)
}
