import {
  listAllowances,
  listCoverFigures,
  readDay,
  listNightMoney,
} from '#features/payments/ledger/service.ts'
import type { NightMoney } from '#features/payments/ledger/schema.ts'
import type { AccountFigures } from '#features/payments/provider-account/schema.ts'
import { readAccountFigures } from '#features/payments/provider-account/service.ts'
import { loadPromoterCounts } from '#features/reservation-management/list/figures/service.ts'
import { listBookedNights } from '#features/reservation-management/tonight/service.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import {
  allowanceShares,
  arrivalsByNight,
  breakDown,
  comparedDates,
  compareNights,
  compedCover,
  coverShares,
} from './rules.ts'
import type { Comparison, NightBookings, NightReport, NightSummary } from './schema.ts'
import {
  countTables,
  listEventTitles,
  listMoney,
  listMovements,
  listNoShows,
  listPaidParties,
  listTablesSold,
  listWalkIns,
} from './store.ts'

type Deps = { readonly db: Db }

export { listMovements } from './store.ts'

/** Bookings of nights, in the order of the dates. */
export async function listBooked(db: Db, dates: readonly CalendarDate[]): Promise<NightBookings[]> {
  // One after the other: the caller may be in a transaction, which is one connection.
  const booked = new Map((await listBookedNights(db, dates)).map((night) => [night.date, night]))
  const sold = new Map((await listTablesSold(db, dates)).map(({ date, tablesSold }) => [date, tablesSold]))
  return dates
    .toSorted()
    .map((date) => ({ date, parties: 0, covers: 0, ...booked.get(date), tablesSold: sold.get(date) ?? 0 }))
}

type Night = {
  readonly summary: NightSummary
  readonly arrivals: NightReport['arrivals']
  /** Undefined without ledger lines. */
  readonly money: NightMoney | undefined
}

/** Key figures, arrivals and money of nights, in the order of their dates. */
async function readNightsOf({ db }: Deps, dates: readonly CalendarDate[]): Promise<Night[]> {
  const sorted = dates.toSorted()
  const booked = await listBooked(db, sorted)
  const noShows = new Map((await listNoShows(db, sorted)).map(({ date, count }) => [date, count]))
  const arrivals = arrivalsByNight(await listMovements(db, sorted), await listWalkIns(db, sorted))
  const [from = '', until = from] = [sorted[0], sorted.at(-1)]
  const money = new Map((await listNightMoney(db, { from, until })).map((night) => [night.date, night]))
  return booked.map((night) => {
    const came = arrivals.get(night.date) ?? []
    const summary = {
      ...night,
      came: came.reduce((sum, { guests }) => sum + guests, 0),
      noShows: noShows.get(night.date) ?? 0,
      keptCents: money.get(night.date)?.keptCents ?? 0,
    }
    return { summary, arrivals: came, money: money.get(night.date) }
  })
}

/**
 * Number of tables that can be sold for a night. A table sold and then taken out of service still counts, so that sold never
 * exceeds sellable.
 */
export const readTablesForSale = async (
  { db }: Deps,
  { tablesSold }: Pick<NightBookings, 'tablesSold'>,
): Promise<number> => Math.max(await countTables(db), tablesSold)

const NO_MONEY = {
  receivedCents: 0,
  refundedCents: 0,
  disputedCents: 0,
  coverCents: 0,
  transferredCents: 0,
  keptCents: 0,
}

/**
 * All figures of a night from the database. The account at the provider is read by a job, because it may be slow or down.
 */
export async function readNightReport(
  { db }: Deps,
  date: CalendarDate,
): Promise<NightReport & { readonly account: AccountFigures }> {
  const [night] = await readNightsOf({ db }, [date])
  if (!night) throw new Error(`no summary of ${date}`)
  const { summary, arrivals } = night
  const { receivedCents, refundedCents, disputedCents, coverCents, transferredCents, keptCents } =
    night.money ?? NO_MONEY
  const moved = await readDay({ db }, date)
  const cover = await listCoverFigures(db, { from: date, until: date })
  const allowances = await listAllowances(db, { from: date, until: date })
  const broken = breakDown(await listMoney(db, date), await listPaidParties(db, date))
  return {
    summary,
    events: await listEventTitles(db, date),
    tablesForSale: await readTablesForSale({ db }, summary),
    arrivals,
    money: { receivedCents, refundedCents, disputedCents, coverCents, transferredCents, keptCents },
    ...broken,
    allowances: [...allowanceShares(allowances), ...compedCover(cover)],
    cover: coverShares(cover),
    promoters: await loadPromoterCounts({ db }, date),
    movedCashCents: moved?.cashCents ?? 0,
    movedCardCents: moved?.cardCents ?? 0,
    movedOnlineCents: moved?.onlineCents ?? 0,
    account: await readAccountFigures({ db }, date),
  }
}

/** The same weekday a week before a night, and the mean of the last four. */
export const readComparison = async ({ db }: Deps, date: CalendarDate): Promise<Comparison> =>
  compareNights(
    (await readNightsOf({ db }, comparedDates(date))).map(({ summary }) => summary),
    date,
  )
