import { addDays, businessDate, type CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { isCorrectable } from './rules.ts'
import type { DayMoney, LedgerEntry, MoneyByDate } from './schema.ts'
import {
  findCover,
  findMoney,
  findLine,
  insertLine,
  listAllowances,
  listCoverFigures,
  type LineRow,
  listDayMoney,
  listLines,
  listNightMoney,
} from './store.ts'

export {
  findCover,
  findMoney,
  findLine,
  insertLine,
  listAllowances,
  listCoverFigures,
  listLines,
  listNightMoney,
}
export type { LineRow }

type Deps = { readonly db: Db; readonly now: Date }

const DAYS = 30

/** Money that moved on a business date, for whatever night; undefined where none did. */
export const readDay = async (
  { db }: { readonly db: Db },
  date: CalendarDate,
): Promise<DayMoney | undefined> => (await listDayMoney(db, { from: date, until: date }))[0]

/** Ledger sums of the 30 dates up to `until` (today by default), by night and by the day on which money moved. */
export async function readMoneyByDate({ db, now }: Deps, until: CalendarDate | null): Promise<MoneyByDate> {
  const last = until ?? businessDate(now)
  const span = { from: addDays(last, 1 - DAYS), until: last }
  const [nights, days, cover] = await Promise.all([
    listNightMoney(db, span),
    listDayMoney(db, span),
    listCoverFigures(db, span),
  ])
  return { nights, days, cover }
}

/** Ledger sums of the current business date for the metrics, by night and by the day on which money moved. */
export async function readMoneyFigures({ db, now }: Deps) {
  const today = businessDate(now)
  const span = { from: today, until: today }
  const [[night], [day]] = await Promise.all([listNightMoney(db, span), listDayMoney(db, span)])
  return {
    night: {
      received: night?.receivedCents ?? 0,
      refunded: night?.refundedCents ?? 0,
      disputed: night?.disputedCents ?? 0,
      cover: night?.coverCents ?? 0,
      kept: night?.keptCents ?? 0,
    },
    moved: {
      online: day?.onlineCents ?? 0,
      cash: day?.cashCents ?? 0,
      card: day?.cardCents ?? 0,
    },
  }
}

const toEntry = (row: LineRow): LedgerEntry => ({
  id: row.id,
  kind: row.kind,
  method: row.method,
  amountCents: row.amountCents,
  allowanceCents: row.allowanceCents,
  night: row.night,
  movedAt: row.movedAt.toISOString(),
  actorName: row.actorName,
  reason: row.reason,
  isCorrectable: isCorrectable(row),
})

/** Ledger lines of a reservation, oldest first. */
export const readLedger = async (
  { db }: { readonly db: Db },
  reservationId: string,
): Promise<LedgerEntry[]> => (await listLines(db, reservationId)).map(toEntry)
