import { lockServiceDay } from '#features/reservations/service-day/service.ts'
import { recordActivity } from '#features/audit-log/service.ts'
import { deleteUnsentEmail, enqueueEmail } from '#features/emails/service.ts'
import { readFullRefund } from '#features/payments/refunds/service.ts'
import { cancelReservation } from '#features/reservations/service.ts'
import { recordChange } from '#features/reservation-management/changes/service.ts'
import { lockBooking } from '#features/reservation-management/service.ts'
import { undoInTransaction } from '#features/reservation-management/undo/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { NOT_ALLOWED, NOT_FOUND, refused, type RefusedWithText } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { UNDO_OVER, undoUntil } from '#lib/undo-window.ts'
import { businessDate, type CalendarDate } from '#lib/venue-time.ts'
import { type Db, inTransaction, tryUnlessConflict } from '#platform/db/db.ts'
import {
  countLeft,
  readAffected,
  readAffectedSince,
  readListed,
  type Standing,
  listReservationsOn,
  lockEvents,
} from './concerned/service.ts'
import { bookedSinceText, isClosed, isAffected, nameOfDay } from './rules.ts'
import type { AffectedReservation, DaySet, DayUndo, DayUndone, SpecialDay, SpecialDayForm } from './schema.ts'
import {
  deleteDay,
  trashDay,
  findDay,
  listTrashed,
  listDays,
  lockTrashedDay,
  lockUndoable,
  reviveOffers,
  insertRestored,
  purgeTrashed,
  deleteTrashedDay,
  writeDay,
  writeUndo,
} from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }
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
 * of them is booked between the list and the write. The cancellations belong to the same transaction, so a failure leaves the day
 * unchanged. Refunds and emails follow once staff can no longer undo the day.
 */
export async function setSpecialDay(
  deps: ActorDeps,
  { closedEvents, ...form }: SpecialDayForm,
): Promise<Result<DaySet, DayRefusal>> {
  const { db, actor } = deps
  if (!may(actor.role, 'settings.edit')) return no(NOT_ALLOWED)
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
    const until = undoUntil(deps.now, isOff ? standing.length * GRACE_MS : 0)
    const left = await countLeft({ ...deps, db: trx }, day, standing)
    // Guests of events that were called off before know it.
    const isCalledOff = isOff && before?.closedEvents !== 'cancelled'
    const listed = isCalledOff ? await readListed({ ...deps, db: trx }, day) : NOTHING_SET.listed
    const off = isOff ? await cancelAll({ ...deps, db: trx }, standing, { day, until }) : null
    const undo = {
      before: before ? toDay(before) : null,
      acts: off?.acts ?? [],
      offerIds: off?.offerIds ?? [],
    }
    await writeUndo(trx, day, { undoUntil: until, undo })
    return ok(off ? { ...off.set, waiting: left.waiting, listed } : { ...NOTHING_SET, ...left })
  }
  return inTransaction(db, work)
}

/** Extension of the undo window for each reservation: Undo is offered once all of them are cancelled. */
const GRACE_MS = 50

const NOTHING_SET: DaySet = {
  standing: 0,
  cancelled: 0,
  emailed: 0,
  waiting: 0,
  listed: { names: 0, reachable: 0 },
  refundCents: 0,
  venueRefundCents: 0,
}

type Closing = { readonly day: SpecialDay; readonly until: Date }

/**
 * Cancels the reservations of a closed day in the caller's transaction. Their refunds and emails follow after the undo window. The
 * parties in line are told by the job of the waiting list after it, those with an offer among them.
 */
async function cancelAll(
  { db: trx, now, actor }: ActorDeps,
  standing: Standing,
  { day, until }: Closing,
): Promise<Omit<DayUndo, 'before'> & { readonly set: DaySet }> {
  let { emailed, refundCents, venueRefundCents } = NOTHING_SET
  const acts: { readonly id: string; readonly actId: string }[] = []
  const offerIds: string[] = []
  for (const { id, reservationType, guestEmail, isOffer } of standing) {
    // oxlint-disable no-await-in-loop -- one transaction is one connection
    const locked = await lockBooking(trx, id)
    // They were read without a lock: a guest may have cancelled since, or accepted an offer.
    if (!locked || locked.status === 'cancelled') continue
    const isStillOffer = isOffer && locked.status === 'pending' && locked.heldUntil !== null
    const booking = isStillOffer ? undefined : locked
    if (isStillOffer) offerIds.push(id)
    const back = await readFullRefund({ db: trx }, id)
    // A payment under way stays one: it goes back when it arrives, and counts again where this is undone.
    await cancelReservation(trx, id, 'staff')
    refundCents += back.onlineCents
    venueRefundCents += back.atVenueCents
    if (!booking) continue
    const graceMs = standing.length * GRACE_MS
    const change = { actor, now, kind: 'status', status: 'cancelled', graceMs } as const
    const { actId } = await recordChange(trx, {
      ...change,
      reservation: booking,
      refundReason: nameOfDay(day),
    })
    acts.push({ id, actId })
    const kind = reservationType === 'dining' ? 'dinner_cancelled' : 'cancelled'
    if (guestEmail === '' || (reservationType !== 'dining' && booking.status !== 'confirmed')) continue
    emailed += 1
    // The job of the change writes to guests of reservations that are still to come only.
    if (booking.startsAt <= now) await enqueueEmail(trx, id, { kind, dedupeKey: actId, notBefore: until })
    // oxlint-enable no-await-in-loop
  }
  const set = {
    ...NOTHING_SET,
    cancelled: acts.length + offerIds.length,
    emailed,
    refundCents,
    venueRefundCents,
  }
  return { acts, offerIds, set }
}

/**
 * Undoes that a day was set: its former hours, its reservations and the offers to parties in line are back. A reservation that was
 * changed since, or whose table was taken, stays cancelled, and is named.
 */
export async function undoSpecialDay(
  { db, now, actor }: ActorDeps,
  { date, service }: Pick<SpecialDay, 'service'> & { readonly date: CalendarDate },
): Promise<Result<DayUndone, Refused | RefusedWithText>> {
  if (!may(actor.role, 'settings.edit')) return no(NOT_ALLOWED)
  const work = async (trx: Db) => {
    if (service === 'restaurant') await lockServiceDay(trx, date)
    await lockEvents(trx, { date, service })
    const after = await findDay(trx, date, service)
    const undo = await lockUndoable(trx, { date, service }, now)
    if (!after || !undo) return no(refused(UNDO_OVER))
    await (undo.before ? writeDay(trx, undo.before) : deleteDay(trx, { date, service }))
    await recordSettingsChange(trx, actor, {
      action: 'undid a special day in the',
      before: toDay(after),
      after: undo.before,
    })
    const left: string[] = []
    for (const { id, actId } of undo.acts) {
      // oxlint-disable no-await-in-loop -- one transaction is one connection
      const undone = await undoInTransaction({ db: trx, now, actor }, id, actId)
      if (!undone.ok) left.push((await lockBooking(trx, id))?.guestName ?? '')
      else
        for (const kind of ['dinner_cancelled', 'cancelled'] as const)
          await deleteUnsentEmail(trx, id, { kind, dedupeKey: actId })
      // oxlint-enable no-await-in-loop
    }
    for (const id of undo.offerIds)
      // oxlint-disable-next-line no-await-in-loop -- one transaction is one connection
      await tryUnlessConflict(trx, () => reviveOffers(trx, [id], now))
    return ok({ restored: undo.acts.length - left.length, left })
  }
  return inTransaction(db, work)
}

/** Restores the usual hours of a date. Returns the id of the special day in the trash, for Undo. */
export async function clearSpecialDay(
  { db, now, actor }: ActorDeps,
  { date, service }: Pick<SpecialDay, 'date' | 'service'>,
): Promise<Result<{ readonly id: string }, Refused>> {
  if (!may(actor.role, 'settings.edit')) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    const before = await findDay(trx, date, service)
    const id = before ? await trashDay(trx, { date, service, now }) : null
    if (!before || id === null) return no(NOT_FOUND)
    await recordSettingsChange(trx, actor, {
      action: 'cleared a special day in the',
      before: toDay(before),
      after: null,
    })
    return ok({ id })
  })
}

/**
 * Restores a special day from the trash, unless the date has other hours by now, or is closed by it and was booked since it was
 * cleared: the decision that it was closed with was not about those guests. The locks are those of setting a day.
 */
export async function restoreSpecialDay(
  { db, now, actor }: ActorDeps,
  id: string,
): Promise<Result<null, Refused | RefusedWithText>> {
  if (!may(actor.role, 'settings.edit')) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    const trashed = await lockTrashedDay(trx, id)
    if (!trashed) return no(NOT_FOUND)
    const day = toDay(trashed)
    if (day.service === 'restaurant') await lockServiceDay(trx, day.date)
    await lockEvents(trx, day)
    const affected = isClosed(day) ? await readAffectedSince({ db: trx, now }, day, trashed.deletedAt) : null
    if (affected && isAffected(affected)) return no(refused(bookedSinceText(affected)))
    if (!(await insertRestored(trx, day))) return no(refused(`${nameOfDay(day)} has other hours by now.`))
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
