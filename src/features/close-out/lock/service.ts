import { recordActivity } from '#features/audit-log/service.ts'
import { readNightReport } from '#features/close-out/figures/service.ts'
import type { CloseOut, LockForm, NightLock } from '#features/close-out/schema.ts'
import { isNightClosed } from '#features/venue/closings/service.ts'
import { readAccountFigures } from '#features/payments/provider-account/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { listEmailsOf } from '#features/permissions/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { parseAddresses } from '#features/venue/settings/rules.ts'
import { NOT_ALLOWED, refused, type ActionRefusal } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import { type Db, isConflict } from '#platform/db/db.ts'
import { addJobs } from '#platform/jobs/jobs.ts'
import { MailError, type Mailer } from '#platform/mail/mail.ts'
import type { Log } from '#platform/observability/log.ts'
import { cashProblem, lockedText, reportCsv } from './rules.ts'
import { findLock, insertLock, listLaterLines, readEmails } from './store.ts'

export { findLock } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }
type LockDeps = Deps & { readonly actor: Actor }

export const SEND_CLOSE_OUT = 'send_close_out'

/** The lock of a night as it is stored, with its figures. */
export type LockRow = NonNullable<Awaited<ReturnType<typeof findLock>>>

/** The part of a lock that is shown beside its figures. */
export const toNightLock = ({
  lockedAt,
  actorName,
  cashExpectedCents,
  cashCountedCents,
  note,
}: LockRow): NightLock => ({
  at: lockedAt.toISOString(),
  actorName,
  cashExpectedCents,
  cashCountedCents,
  note,
})

const LOCK_TRIES = 3
const SERIALIZATION_FAILURE = '40001'

const isStale = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === SERIALIZATION_FAILURE

/**
 * Locks the figures of a closed night with the name of the member of staff. Figures and ledger lines are read in one snapshot
 * of the database. The primary key decides between two managers: the second reads whose lock it is.
 */
export async function lockFigures(
  deps: LockDeps,
  date: CalendarDate,
  form: LockForm,
): Promise<Result<null, ActionRefusal>> {
  if (!may(deps.actor.role, 'close_out.edit')) return no(NOT_ALLOWED)
  for (let attempt = 1; ; attempt += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the next try follows the last
      return await deps.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((trx) => lockInSnapshot({ ...deps, db: trx }, date, form))
    } catch (error) {
      // oxlint-disable-next-line no-await-in-loop -- only after a lost race
      const winner = isConflict(error) ? await findLock(deps.db, date) : null
      if (winner) return no(refused(lockedText(toNightLock(winner), deps.now)))
      if (!isStale(error) || attempt === LOCK_TRIES) throw error
    }
  }
}

async function lockInSnapshot(
  { db: trx, now, actor }: LockDeps,
  date: CalendarDate,
  form: LockForm,
): Promise<Result<null, ActionRefusal>> {
  const before = await findLock(trx, date)
  if (before) return no(refused(lockedText(toNightLock(before), now)))
  if (!(await isNightClosed({ db: trx }, date)))
    return no(refused('This night is still open. Close it first, then lock its figures.'))
  const report = await readNightReport({ db: trx }, date)
  const expectedCents = report.movedCashCents
  const problem = cashProblem(form, expectedCents)
  if (problem !== null) return no(refused(problem))
  await insertLock(trx, {
    night: date,
    lockedAt: now,
    actorId: actor.id,
    actorName: actor.name,
    figures: report,
    cashExpectedCents: expectedCents,
    cashCountedCents: form.counted,
    note: form.note,
  })
  await recordActivity(trx, {
    actor,
    action: 'locked',
    entity: 'night',
    entityId: null,
    after: { name: date, keptCents: report.money.keptCents, cashCountedCents: form.counted },
  })
  const addresses = await readAddresses(trx)
  await addJobs(
    trx,
    addresses.map((to) => ({
      name: SEND_CLOSE_OUT,
      payload: { night: date, to },
      key: `${SEND_CLOSE_OUT}:${date}:${to}`,
      isLowPriority: true,
    })),
  )
  return ok(null)
}

/** Addresses of the setting; all managers and owners with access where it is empty. */
async function readAddresses(db: Db): Promise<string[]> {
  const chosen = parseAddresses(await readEmails(db)) ?? []
  if (chosen.length > 0) return chosen
  return listEmailsOf(db, 'close_out.edit')
}

const sumOf = (lines: readonly { readonly amountCents: number }[]): number =>
  lines.reduce((sum, { amountCents }) => sum + amountCents, 0)

/** Ledger lines and guests that were recorded after the lock. `came` counts the guests of the night by now. */
export async function readSinceLock(
  db: Db,
  date: CalendarDate,
  { lock, came }: { readonly lock: LockRow; readonly came: number },
): Promise<NonNullable<CloseOut['sinceLock']>> {
  const rows = await listLaterLines(db, date, lock.lineIds)
  return {
    lines: rows.map(({ movedAt, ...line }) => ({ ...line, movedAt: movedAt.toISOString() })),
    moneyCents: sumOf(rows.filter(({ isForNight }) => isForNight)),
    drawerCents: sumOf(rows.filter(({ isInDrawer }) => isInDrawer)),
    came: came - lock.figures.summary.came,
  }
}

/** The figures of a night as a file: the locked ones where it is locked, with what was recorded and is known of the account since. */
export async function exportNight(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  date: CalendarDate,
): Promise<string> {
  const lock = await findLock(db, date)
  const report = await readNightReport({ db }, date)
  if (!lock) return reportCsv(report, null, now)
  const since = await readSinceLock(db, date, { lock, came: report.summary.came })
  const account = await readAccountFigures({ db }, date)
  return reportCsv(lock.figures, { ...toNightLock(lock), account, since }, now)
}

type SendDeps = Deps & { readonly origin: string; readonly mailer: Pick<Mailer, 'send'>; readonly log: Log }

/** Emails the locked figures of a night to one address, at least once: a repeat has the same Message-ID. */
export async function sendCloseOut(
  { db, now, origin, mailer, log }: SendDeps,
  { night, to }: { readonly night: CalendarDate; readonly to: string },
): Promise<void> {
  const lock = await findLock(db, night)
  if (!lock) return
  const venue = await loadVenue({ db })
  const { closeOutMail } = await import('./emails.tsx')
  const link = `${origin}/admin/close-out?date=${night}`
  const mail = await closeOutMail({ venue, report: lock.figures, lock: toNightLock(lock), link, now })
  const messageId = `close-out-${night}-${Buffer.from(to).toString('hex')}@${new URL(origin).hostname}`
  try {
    await mailer.send({ ...mail, to, replyTo: venue.email, messageId })
  } catch (error) {
    if (!(error instanceof MailError) || !error.undeliverable) throw error
    log.warn({ event: 'mail.undeliverable', err: error, night }, 'email cannot be delivered')
  }
}
