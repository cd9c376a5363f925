import { dayOf, slotsOn } from '#features/dining/rules.ts'
import { readServiceDayFacts } from '#features/dining/service.ts'
import { occupancyOf, turnTimeMinutes } from '#features/dining/table-assignments/rules.ts'
import { listSeatsAt } from '#features/reservation-management/service.ts'
import type { Venue } from '#features/venue/schema.ts'
import { businessDate, type CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { isServing, pacingOf, soldFrom, spanOf, stayChoice } from '../rules.ts'
import type { DinnerContext, NightChoice, NightContext, NightTable } from '../schema.ts'
import { listFreeTables } from '../service.ts'
import { findNight, listNights } from './store.ts'

export { findNightChoice } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }
type AppDeps = Deps & { readonly venue: Venue }

type DinnerQuery = { readonly date: CalendarDate; readonly guests: number; readonly time: string }

/** Reads pacing and tables of a service day for the form that adds a dinner. No lock: the write decides. */
export async function loadDinnerContext(deps: AppDeps, asked: DinnerQuery): Promise<DinnerContext> {
  const { db, now, venue } = deps
  const slots = slotsOn(venue, asked.date)
  const [first, last] = [slots[0], slots.at(-1)]
  const { state, reason } = dayOf(venue, asked.date, now)
  const day = state === 'past' ? state : first ? 'open' : 'closed'
  const span = spanOf(venue, asked, now)
  const facts =
    day === 'open' && first && last
      ? await readServiceDayFacts(deps.db, {
          date: asked.date,
          from: occupancyOf(venue, asked, first).startsAt,
          until: occupancyOf(venue, asked, last).endsAt,
        })
      : null
  return {
    date: asked.date,
    day,
    reason,
    coversPerSlot: venue.dining.coversPerSlot,
    minutes: turnTimeMinutes(venue, asked.guests),
    canStartNow: asked.date === businessDate(now) && isServing(venue, now),
    slots: facts ? pacingOf(venue, facts, { ...asked, now }) : [],
    stay: facts && span.ok ? stayChoice(facts, span.value) : null,
    seats: span.ok ? await listSeatsAt({ db, now }, span.value) : [],
  }
}

/** The nights that are not over, to choose in the form. */
export const listNightChoices = ({ db, now }: Deps): Promise<NightChoice[]> => listNights(db, now)

/** The free tables of a night and its packages; null where the event does not exist. */
export async function loadNightContext(
  { db, now, venue }: AppDeps,
  eventId: string,
): Promise<NightContext | null> {
  const night = await findNight(db, eventId)
  if (!night) return null
  const packages = venue.packages.map(({ key, name, priceCents }) => ({ key, name, priceCents }))
  return {
    soldOut: night.soldOut,
    tablesForSale: night.tablesForSale,
    isClosed: night.isClosed,
    tables: await listFreeTables(db, soldFrom(night, now), now),
    packages,
  }
}

/** The free tables of a night; none where the event does not exist. */
export async function listFreeNightTables({ db, now }: Deps, eventId: string): Promise<NightTable[]> {
  const night = await findNight(db, eventId)
  return night ? listFreeTables(db, soldFrom(night, now), now) : []
}
