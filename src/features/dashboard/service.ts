import { readNights } from '#features/payments/ledger/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { addDays, businessDate, type CalendarDate } from '#lib/venue-time.ts'
import { backupTrouble } from '#platform/backup/backup-health.ts'
import { readBackupState } from '#platform/backup/records.ts'
import type { Db } from '#platform/db/db.ts'
import type { BackupNotice, NightFigures, Overview } from './schema.ts'
import { countTables, listArrivals, listFirstTables, listNights, listRecent, readCounts } from './store.ts'

const NIGHTS = 30

type ActorDeps = { readonly db: Db; readonly now: Date; readonly actor: Actor }

/** Loads the dashboard: counters, tonight's arrivals, and the last thirty nights. */
export async function loadOverview({ db, now, actor }: ActorDeps): Promise<Overview> {
  const today = businessDate(now)
  const first = addDays(today, -NIGHTS)
  const span = { from: first, until: today }
  const seesMoney = may(actor.role, 'payments.read')
  const [backups, counts, recent, tables, tablesToSell, found, money, arrivals] = await Promise.all([
    may(actor.role, 'settings.read') ? backupNotice(db, now) : null,
    readCounts(db, today),
    listRecent(db),
    listFirstTables(db, now),
    countTables(db),
    listNights(db, span),
    seesMoney ? readNights({ db }, span) : [],
    listArrivals(db, today),
  ])
  const figuresOf = (date: CalendarDate): NightFigures => {
    const { covers, tablesSold } = found.find((it) => it.date === date) ?? { covers: 0, tablesSold: 0 }
    const moneyCents = seesMoney ? (money.find((it) => it.date === date)?.keptCents ?? 0) : null
    return { date, covers, tablesSold, moneyCents }
  }
  return {
    backups,
    counts,
    recent,
    tables,
    tonight: {
      ...figuresOf(today),
      // A table sold and then taken out of service still counts as sellable, so sold never exceeds sellable.
      tablesToSell: Math.max(tablesToSell, figuresOf(today).tablesSold),
      arrivals: arrivals.map(({ at, ...who }) => ({ ...who, at: at.toISOString() })),
    },
    nights: Array.from({ length: NIGHTS }, (_, day) => figuresOf(addDays(first, day))),
  }
}

async function backupNotice(db: Db, now: Date): Promise<BackupNotice | null> {
  const trouble = backupTrouble(await readBackupState(db), now)
  return trouble && { kind: trouble.kind, lastGoodAt: trouble.lastGoodAt?.toISOString() ?? null }
}
