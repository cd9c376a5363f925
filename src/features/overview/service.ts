import { may } from '#features/staff/rules.ts'
import type { Actor } from '#features/staff/schema.ts'
import { addDays, businessDate, type CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db.ts'
import type { NightFigures, Overview } from './schema.ts'
import { countTables, listArrivals, listFirstTables, listNights, listRecent, readCounts } from './store.ts'

const NIGHTS = 30

type ActorDeps = { readonly db: Db; readonly now: Date; readonly actor: Actor }

/** How the house stands: what it has, who comes tonight, and how the last thirty nights went. */
export async function loadOverview({ db, now, actor }: ActorDeps): Promise<Overview> {
  const today = businessDate(now)
  const first = addDays(today, -NIGHTS)
  const [counts, recent, tables, tablesToSell, found, arrivals] = await Promise.all([
    readCounts(db, today),
    listRecent(db),
    listFirstTables(db, now),
    countTables(db),
    listNights(db, { from: first, until: today }),
    listArrivals(db, today),
  ])
  const seesMoney = may(actor.role, 'payments.read')
  const figuresOf = (date: CalendarDate): NightFigures => {
    const night = found.find((it) => it.date === date) ?? { covers: 0, tablesSold: 0, moneyCents: 0 }
    return { ...night, date, moneyCents: seesMoney ? night.moneyCents : null }
  }
  return {
    counts,
    recent,
    tables,
    tonight: {
      ...figuresOf(today),
      tablesToSell,
      arrivals: arrivals.map(({ at, ...who }) => ({ ...who, at: at.toISOString() })),
    },
    nights: Array.from({ length: NIGHTS }, (_, day) => figuresOf(addDays(first, day))),
  }
}
