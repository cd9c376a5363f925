import { readNights } from '#features/payments/ledger/service.ts'
import { listOpenIssues } from '#features/payments/revenue/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import type { RequestKind } from '#features/requests/schema.ts'
import { countRequests } from '#features/requests/service.ts'
import { dueAtVenue } from '#features/reservations/rules.ts'
import { addDays, businessDate, type CalendarDate } from '#lib/venue-time.ts'
import { backupTrouble } from '#platform/backup/backup-health.ts'
import { readBackupState } from '#platform/backup/records.ts'
import type { Db } from '#platform/db/db.ts'
import type { Attention, BackupNotice, NightFigures, Overview } from './schema.ts'
import {
  countTables,
  countUnconfirmed,
  listPrices,
  listArrivals,
  listFirstTables,
  listNights,
  listRecent,
  readCounts,
} from './store.ts'

const NIGHTS = 30

type ActorDeps = { readonly db: Db; readonly now: Date; readonly actor: Actor }

/** Loads the dashboard: tasks, counters, tonight's arrivals, and the last thirty nights. */
export async function loadOverview({ db, now, actor }: ActorDeps): Promise<Overview> {
  const today = businessDate(now)
  const first = addDays(today, -NIGHTS)
  const span = { from: first, until: today }
  const seesMoney = may(actor.role, 'payments.read')
  const [backups, attention, counts, recent, tables, tablesToSell, found, money, arrivals] =
    await Promise.all([
      may(actor.role, 'settings.read') ? backupNotice(db, now) : null,
      listAttention({ db, now, actor }),
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
    attention,
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

/** Lists the tasks that wait for a member of staff with this role, the most urgent first. */
async function listAttention({ db, now, actor }: ActorDeps): Promise<Attention[]> {
  const countNew = async (kind: RequestKind): Promise<number> =>
    (await countRequests(db, kind, { assignee: null, search: null })).new
  const readsInquiries = may(actor.role, 'inquiries.read')
  const [unconfirmed, prices, issues, inquiries, tableRequests, applications] = await Promise.all([
    countUnconfirmed(db, now),
    listPrices(db, businessDate(now)),
    may(actor.role, 'payments.read') ? listOpenIssues({ db, now }) : [],
    readsInquiries ? countNew('inquiry') : 0,
    readsInquiries ? countNew('table_request') : 0,
    may(actor.role, 'applications.read') ? countNew('application') : 0,
  ])
  const due = prices.map(dueAtVenue).filter((cents) => cents > 0)
  const listed: readonly Attention[] = [
    { kind: 'payment_issues', count: issues.length, cents: null },
    { kind: 'unconfirmed', count: unconfirmed, cents: null },
    { kind: 'due_tonight', count: due.length, cents: due.reduce((sum, cents) => sum + cents, 0) },
    { kind: 'new_inquiries', count: inquiries, cents: null },
    { kind: 'new_table_requests', count: tableRequests, cents: null },
    { kind: 'new_applications', count: applications, cents: null },
  ]
  return listed.filter(({ count }) => count > 0)
}
