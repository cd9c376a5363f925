import { listCoverFigures, readDay, readNights } from '#features/payments/ledger/service.ts'
import { loadPromoterCounts } from '#features/reservation-management/list-figures/service.ts'
import { addDays, type CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { breakDown, compareNights, coverShares } from './rules.ts'
import type { Comparison, NightReport, NightSummary } from './schema.ts'
import {
  countTables,
  listArrivals,
  listCounts,
  listEventTitles,
  listMoney,
  listPaidParties,
} from './store.ts'

type Deps = { readonly db: Db }
type Span = { readonly from: CalendarDate; readonly until: CalendarDate }

/** Key figures of every night of a span, oldest first. The overview and the close-out show these. */
export async function readNightSummaries({ db }: Deps, span: Span): Promise<NightSummary[]> {
  // One after the other: the caller may be in a transaction, which is one connection.
  const counts = await listCounts(db, span)
  const money = new Map((await readNights({ db }, span)).map((night) => [night.date, night.keptCents]))
  return counts.map((night) => ({ ...night, keptCents: money.get(night.date) ?? 0 }))
}

/**
 * Number of tables that can be sold for a night. A table sold and then taken out of service still counts, so that sold never
 * exceeds sellable.
 */
export const readTablesForSale = async (
  { db }: Deps,
  { tablesSold }: Pick<NightSummary, 'tablesSold'>,
): Promise<number> => Math.max(await countTables(db), tablesSold)

const NO_MONEY = {
  receivedCents: 0,
  refundedCents: 0,
  disputedCents: 0,
  coverCents: 0,
  transferredCents: 0,
  keptCents: 0,
}

/** All figures of a night as the database has them now. The provider is asked elsewhere: it may be slow, or away. */
export async function readNightReport({ db }: Deps, date: CalendarDate): Promise<NightReport> {
  const span = { from: date, until: date }
  const [summary] = await readNightSummaries({ db }, span)
  if (!summary) throw new Error(`no summary of ${date}`)
  const [night] = await readNights({ db }, span)
  const { receivedCents, refundedCents, disputedCents, coverCents, transferredCents, keptCents } =
    night ?? NO_MONEY
  const moved = await readDay({ db }, date)
  const arrivals = await listArrivals(db, date)
  return {
    summary,
    events: await listEventTitles(db, date),
    tablesForSale: await readTablesForSale({ db }, summary),
    arrivals: arrivals.map(({ at, guests }) => ({ at: at.toISOString(), guests })),
    money: { receivedCents, refundedCents, disputedCents, coverCents, transferredCents, keptCents },
    ...breakDown(await listMoney(db, date), await listPaidParties(db, date)),
    cover: coverShares(await listCoverFigures(db, span)),
    promoters: await loadPromoterCounts({ db }, date),
    movedCashCents: moved?.cashCents ?? 0,
    movedCardCents: moved?.cardCents ?? 0,
    movedOnlineCents: moved?.onlineCents ?? 0,
    provider: null,
  }
}

const COMPARED_DAYS = 28

/** The same weekday a week before a night, and the mean of the last four. */
export async function readComparison({ db }: Deps, date: CalendarDate): Promise<Comparison> {
  const span = { from: addDays(date, -COMPARED_DAYS), until: addDays(date, -1) }
  return compareNights(await readNightSummaries({ db }, span), date)
}
