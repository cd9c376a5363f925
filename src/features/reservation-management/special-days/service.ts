import { lockServiceDay } from '#features/dining/service.ts'
import { recordActivity } from '#features/audit-log/service.ts'
import { enqueueEmail } from '#features/emails/service.ts'
import { requestFullRefund } from '#features/payments/refunds/service.ts'
import { cancelReservation, setPaymentStatus } from '#features/reservations/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { businessDate, formatClock, wallClock } from '#lib/venue-time.ts'
import { type Db, retryDeadlocks } from '#platform/db/db.ts'
import { isClosed, isAffected, nameOfDay } from './rules.ts'
import type { AffectedReservation, DaySet, SpecialDay, SpecialDayForm } from './schema.ts'
import {
  trashDay,
  findDay,
  listTrashed,
  listDays,
  listEventsOn,
  listReservationsOn,
  lockTrashedDay,
  lockEvents,
  insertRestored,
  purgeTrashed,
  deleteTrashedDay,
  writeDay,
} from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }
type ActorDeps = Deps & { readonly actor: Actor }
type Refused = { readonly why: 'not_allowed' | 'not_found' }
type Row = NonNullable<Awaited<ReturnType<typeof findDay>>>

const toDay = ({ businessDate: date, service, opens, closes, reason, closedEvents }: Row): SpecialDay => ({
  date,
  service,
  opens: opens?.slice(0, 5) ?? '',
  closes: closes?.slice(0, 5) ?? '',
  reason,
  closedEvents,
})

/** The special days from today's business date on. */
export const listSpecialDays = async ({ db, now }: Deps): Promise<SpecialDay[]> =>
  (await listDays(db, businessDate(now))).map(toDay)

export type DayRefusal = Refused | { readonly why: 'concerned'; readonly affected: AffectedReservation }

/**
 * Sets the hours of a service for one date. A closure that affects events or reservations is refused with their names
 * until the form carries a decision about them. The service day of the dinners and the events are locked first: nothing
 * of them is booked between the list and the write. Cancellations, refunds and emails belong to the same transaction, so
 * a failure leaves the day unchanged.
 */
export async function setSpecialDay(
  deps: ActorDeps,
  { closedEvents, ...form }: SpecialDayForm,
): Promise<Result<DaySet, DayRefusal>> {
  const { db, actor } = deps
  if (!may(actor.role, 'settings.edit')) return no({ why: 'not_allowed' })
  const work = async (trx: Db): Promise<Result<DaySet, DayRefusal>> => {
    if (form.service === 'restaurant') await lockServiceDay(trx, form.date)
    await lockEvents(trx, form)
    const before = await findDay(trx, form.date, form.service)
    const decided = closedEvents ?? (before && isClosed(toDay(before)) ? before.closedEvents : null)
    const standing = await listReservationsOn(trx, { ...form, now: deps.now })
    if (isClosed(form) && !decided) {
      const affected = await readAffected({ ...deps, db: trx }, form, standing)
      if (isAffected(affected)) return no({ why: 'concerned', affected })
    }
    const day = { ...form, closedEvents: isClosed(form) && decided ? decided : ('not_sold' as const) }
    await writeDay(trx, day)
    await recordSettingsChange(trx, actor, {
      action: 'set a special day in the',
      before: before ? toDay(before) : null,
      after: day,
    })
    const isOff = isClosed(day) && closedEvents === 'cancelled'
    return ok(isOff ? await cancelAll(trx, standing, day) : { ...NOTHING_SET, standing: standing.length })
  }
  return retryDeadlocks(() => db.transaction().execute(work))
}

const NOTHING_SET: DaySet = { standing: 0, cancelled: 0, emailed: 0, refundCents: 0, venueRefundCents: 0 }

type Standing = Awaited<ReturnType<typeof listReservationsOn>>

async function readAffected(
  { db, now }: Deps,
  { date, service }: Pick<SpecialDay, 'date' | 'service'>,
  standing: Standing,
): Promise<AffectedReservation> {
  const events = await listEventsOn(db, { date, service, now })
  return {
    events: events.map(({ title, startTime, parties }) => ({
      title,
      time: formatClock(startTime.slice(0, 5)),
      parties: parties ?? 0,
    })),
    reservations: standing.map(({ guestName, startsAt, guestCount }) => ({
      name: guestName,
      time: formatClock(wallClock(startsAt).time),
      guests: guestCount,
    })),
    paidCents: standing.reduce((sum, it) => sum + it.receivedCents - it.refundedCents, 0),
  }
}

/** Cancels and refunds the reservations of a closed day in the caller's transaction, and enqueues the emails. */
async function cancelAll(trx: Db, standing: Standing, day: SpecialDay): Promise<DaySet> {
  let { emailed, refundCents, venueRefundCents } = NOTHING_SET
  for (const { id, reservationType, status, paymentStatus, guestEmail } of standing) {
    // oxlint-disable no-await-in-loop -- one transaction is one connection
    await cancelReservation(trx, id, 'staff')
    // A payment that is in progress now is refunded automatically when it arrives for the cancelled reservation.
    if (paymentStatus === 'pending') await setPaymentStatus(trx, id, 'none')
    const back = await requestFullRefund(trx, id, { reason: 'staff', note: nameOfDay(day) })
    refundCents += back.refundCents
    venueRefundCents += back.venueRefundCents
    const kind = reservationType === 'dining' ? 'dinner_cancelled' : 'cancelled'
    if (guestEmail === '' || (reservationType !== 'dining' && status !== 'confirmed')) continue
    await enqueueEmail(trx, id, kind)
    emailed += 1
    // oxlint-enable no-await-in-loop
  }
  return { ...NOTHING_SET, cancelled: standing.length, emailed, refundCents, venueRefundCents }
}

/** Restores the usual hours of a date. Returns the id of the special day in the trash, for Undo. */
export async function clearSpecialDay(
  { db, now, actor }: ActorDeps,
  { date, service }: Pick<SpecialDay, 'date' | 'service'>,
): Promise<Result<{ readonly id: string }, Refused>> {
  if (!may(actor.role, 'settings.edit')) return no({ why: 'not_allowed' })
  return db.transaction().execute(async (trx) => {
    const before = await findDay(trx, date, service)
    const id = before ? await trashDay(trx, { date, service, now }) : null
    if (!before || id === null) return no({ why: 'not_found' })
    await recordSettingsChange(trx, actor, {
      action: 'cleared a special day in the',
      before: toDay(before),
      after: null,
    })
    return ok({ id })
  })
}

/** Restores a special day from the trash, unless the date has other hours by now. */
export async function restoreSpecialDay(
  { db, actor }: ActorDeps,
  id: string,
): Promise<Result<null, Refused | { readonly why: 'refused'; readonly text: string }>> {
  if (!may(actor.role, 'settings.edit')) return no({ why: 'not_allowed' })
  return db.transaction().execute(async (trx) => {
    const trashed = await lockTrashedDay(trx, id)
    if (!trashed) return no({ why: 'not_found' })
    const day = toDay(trashed)
    if (!(await insertRestored(trx, day)))
      return no({ why: 'refused', text: `${nameOfDay(day)} has other hours by now.` })
    await deleteTrashedDay(trx, id)
    await recordSettingsChange(trx, actor, {
      action: 'restored a special day in the',
      before: null,
      after: day,
    })
    return ok(null)
  })
}

/** The deleted special days for the trash. */
export const listDeletedSpecialDays = async ({ db }: Deps) =>
  (await listTrashed(db)).map(({ id, deletedAt, ...row }) => ({ id, deletedAt, name: nameOfDay(toDay(row)) }))

/** Purges special days that were deleted before a moment. */
export const purgeSpecialDays = ({ db }: Deps, before: Date): Promise<number> => purgeTrashed(db, before)

type SettingsChange = {
  readonly action: string
  readonly before: SpecialDay | null
  readonly after: SpecialDay | null
}

const recordSettingsChange = (
  trx: Db,
  actor: Actor,
  { action, before, after }: SettingsChange,
): Promise<void> =>
  recordActivity(trx, {
    actor,
    action,
    entity: 'settings',
    entityId: (after ?? before)?.date ?? null,
    before,
    after,
  })
