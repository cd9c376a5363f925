import { listBooked, readTablesForSale } from '#features/close-out/figures/service.ts'
import type { NightBookings } from '#features/close-out/figures/schema.ts'
import { loadOpenNights, type OpenNights } from '#features/close-out/open-nights/service.ts'
import { listDue } from '#features/payments/due/service.ts'
import { countOpenPaymentIssues } from '#features/payments/issues/service.ts'
import { listNightMoney } from '#features/payments/ledger/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { countUnseen } from '#features/reminders/feedback/service.ts'
import { listReplies } from '#features/reminders/replies/service.ts'
import type { RequestKind } from '#features/requests/schema.ts'
import { countRequests } from '#features/requests/service.ts'
import { addDays, businessDate } from '#lib/venue-time.ts'
import { backupTrouble } from '#platform/backup/backup-health.ts'
import { readBackupState } from '#platform/backup/records.ts'
import type { Db } from '#platform/db/db.ts'
import type { Attention, BackupNotice, NightFigures, Overview } from './schema.ts'
import {
  countPartiesToMove,
  countUnconfirmed,
  listArrivals,
  listFirstTables,
  listRecent,
  readCounts,
} from './store.ts'

const NIGHTS = 30

/** Loads the dashboard: tasks, counters, tonight's arrivals, and the last thirty nights. */
export async function loadOverview({ db, now, actor }: ActorDeps): Promise<Overview> {
  const today = businessDate(now)
  const dates = Array.from({ length: NIGHTS + 1 }, (_, i) => addDays(today, i - NIGHTS))
  const seesMoney = may(actor.role, 'payments.read')
  const [backups, attention, replies, counts, recent, tables, nights, money, arrivals] = await Promise.all([
    may(actor.role, 'settings.read') ? backupNotice(db, now) : null,
    listAttention({ db, now, actor }),
    listReplies({ db, now, actor }),
    readCounts(db, today),
    listRecent(db),
    listFirstTables(db, now),
    listBooked(db, dates),
    seesMoney ? listNightMoney(db, { from: addDays(today, -NIGHTS), until: today }) : [],
    listArrivals(db, today),
  ])
  const kept = new Map(money.map(({ date, keptCents }) => [date, keptCents]))
  const toFigures = ({ date, covers, tablesSold }: NightBookings): NightFigures => ({
    date,
    covers,
    tablesSold,
    moneyCents: seesMoney ? (kept.get(date) ?? 0) : null,
  })
  const tonight = nights.at(-1)
  if (!tonight) throw new Error('the overview has no tonight')
  return {
    backups,
    attention,
    replies,
    counts,
    recent,
    tables,
    tonight: {
      ...toFigures(tonight),
      tablesToSell: await readTablesForSale({ db }, tonight),
      arrivals: arrivals.map(({ at, ...who }) => ({ ...who, at: at.toISOString() })),
    },
    nights: nights.slice(0, NIGHTS).map(toFigures),
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
  const noIssues: Record<string, number> = {}
  const [toMove, unconfirmed, due, openNights, issues, lowRatings, inquiries, tableRequests, applications] =
    await Promise.all([
      may(actor.role, 'reservations.edit') ? countPartiesToMove(db, now) : 0,
      countUnconfirmed(db, now),
      listDue({ db }, businessDate(now)),
      loadOpenNights({ db, now }),
      may(actor.role, 'payments.read') ? countOpenPaymentIssues({ db }) : noIssues,
      may(actor.role, 'feedback.read') ? countUnseen(db) : 0,
      readsInquiries ? countNew('inquiry') : 0,
      readsInquiries ? countNew('table_request') : 0,
      may(actor.role, 'applications.read') ? countNew('application') : 0,
    ])
  const dueCents = may(actor.role, 'payments.read') ? due.reduce((sum, cents) => sum + cents, 0) : null
  const listed: readonly Attention[] = [
    { kind: 'parties_to_move', count: toMove, cents: null, night: null },
    {
      kind: 'payment_issues',
      count: Object.values(issues).reduce((sum, count) => sum + count, 0),
      cents: null,
      night: null,
    },
    ...nightTasks(openNights, actor),
    { kind: 'unconfirmed', count: unconfirmed, cents: null, night: null },
    { kind: 'due_tonight', count: due.length, cents: dueCents, night: null },
    { kind: 'low_ratings', count: lowRatings, cents: null, night: null },
    { kind: 'new_inquiries', count: inquiries, cents: null, night: null },
    { kind: 'new_table_requests', count: tableRequests, cents: null, night: null },
    { kind: 'new_applications', count: applications, cents: null, night: null },
  ]
  return listed.filter(({ count }) => count > 0)
}

/** Tasks of the last nights, each with its night: the screen that it links to shows one. */
function nightTasks({ unclosed, doubles, moved }: OpenNights, { role }: Actor): Attention[] {
  const closes = may(role, 'close_out.edit')
  const task = (kind: Attention['kind'], { night, count }: OpenNights['doubles'][number]): Attention => ({
    kind,
    count,
    cents: null,
    night,
  })
  const [oldest] = unclosed
  return [
    ...(closes && oldest ? [task('nights_to_close', { night: oldest, count: unclosed.length })] : []),
    ...(may(role, 'reservations.edit') ? doubles.map((it) => task('admitted_twice', it)) : []),
    ...(closes ? moved.map((it) => task('moved_guests', it)) : []),
  ]
}
