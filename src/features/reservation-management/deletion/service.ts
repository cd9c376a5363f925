import { tablesOf } from '#features/reservations/rules.ts'
import { deleteReservationEmails } from '#features/emails/service.ts'
import {
  attendanceOf,
  hasLeftWhole,
  standingEvents,
} from '#features/reservation-management/arrivals/rules.ts'
import { listArrivalEvents, takeBackArrivals } from '#features/reservation-management/arrivals/service.ts'
import { hasOpenPayment } from '#features/payments/sessions/service.ts'
import type { Booking } from '#features/reservation-management/schema.ts'
import {
  keepSeatedParties,
  lockBooking,
  recordAudit,
  refuseOccupied,
  lockActiveBooking,
  type OffSaleRefusal,
} from '#features/reservation-management/service.ts'
import { findOffSaleAgain } from '#features/reservation-management/party-tables/off-sale/service.ts'
import { nightAgain } from '#features/reservation-management/status/returning-nights/service.ts'
import type { ChangeReceipt } from '#features/reservation-management/changes/schema.ts'
import { listPendingChanges, recordChange } from '#features/reservation-management/changes/service.ts'
import {
  type PaymentDeps,
  refuseOpenMoney,
  type StatusRefusal,
} from '#features/reservation-management/status/service.ts'
import {
  afterSettlingPayment,
  settlePendingPayment,
} from '#features/reservation-management/status/open-payment/service.ts'
import { undoInTransaction, type UndoRefusal } from '#features/reservation-management/undo/service.ts'
import { may } from '#features/permissions/rules.ts'
import { reverseVenuePayments } from '#features/payments/at-venue/corrections/service.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { NOT_ALLOWED, NOT_FOUND, refused } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { UNDO_OVER, undoUntil } from '#lib/undo-window.ts'
import { addHours } from '#lib/venue-time.ts'
import { type Db, inTransaction, tryUnlessConflict } from '#platform/db/db.ts'
import {
  deleteReservations,
  findAddedByStaff,
  findDeletion,
  listDeleted,
  listPurgeable,
  writeDeleted,
  writeRestored,
} from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

/**
 * Soft-deletes a reservation: it leaves every list and count, while its payments and price lines stay. It is refused
 * while a received amount needs a decision. One whose time is not over is also cancelled, and its guest is emailed
 * after the undo window. A payment in progress is settled at the provider before the transaction, not inside it.
 */
export async function deleteReservation(
  deps: PaymentDeps,
  id: string,
): Promise<Result<ChangeReceipt, StatusRefusal>> {
  if (!may(deps.actor.role, 'reservations.delete')) return no(NOT_ALLOWED)
  return afterSettlingPayment<ChangeReceipt, StatusRefusal>(
    () => settlePendingPayment(deps, id),
    () => inTransaction(deps.db, (trx) => markDeleted({ ...deps, db: trx }, id)),
  )
}

async function markDeleted(
  { db: trx, now, actor }: PaymentDeps,
  id: string,
): Promise<Result<ChangeReceipt, StatusRefusal> | 'paying_again'> {
  const before = await lockActiveBooking(trx, id)
  if (!before) return no(NOT_FOUND)
  if (before.paymentStatus === 'pending' && (await hasOpenPayment(trx, id))) return 'paying_again'
  if (before.openCents > 0) return refuseOpenMoney({ db: trx, actor }, before)
  const stands = before.status !== 'cancelled' && before.endsAt > now
  const status = stands ? 'cancelled' : before.status
  const cancelReason = stands ? 'staff' : before.cancelReason
  await writeDeleted(trx, id, { status, cancelReason, deletedStatus: before.status, deletedAt: now })
  await recordAudit(trx, actor, { action: 'deleted', before, after: null })
  return ok(await recordChange(trx, { actor, now, kind: 'deleted', reservation: before, status }))
}

/**
 * Undoes the adding of a reservation by staff within the undo window: moves it to the trash, reverses the payments
 * that were recorded at the venue, and takes its arrivals back: people who walk in are seated as they are added. Its
 * confirmation email was delayed by the same window and is not sent for a deleted row.
 */
export async function undoAdded(
  { db, now, actor }: ActorDeps,
  id: string,
): Promise<Result<null, UndoRefusal>> {
  if (!may(actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  const work = async (trx: Db): Promise<Result<null, UndoRefusal>> => {
    const before = await lockActiveBooking(trx, id)
    const addedAt = await findAddedByStaff(trx, id)
    if (!before || !addedAt) return no(NOT_FOUND)
    const isAsAdded = before.status === 'confirmed' && (await listPendingChanges(trx, id)).length === 0
    if (!isAsAdded || undoUntil(addedAt) <= now) return no(refused(UNDO_OVER))
    await takeBackArrivals(trx, { reservationId: id, now, actor })
    await reverseVenuePayments(trx, id, { actor, now, reason: 'The reservation was added by mistake' })
    await writeDeleted(trx, id, {
      status: 'cancelled',
      cancelReason: 'staff',
      deletedStatus: before.status,
      deletedAt: now,
    })
    await recordAudit(trx, actor, { action: 'undid adding', before, after: null })
    return ok(null)
  }
  return inTransaction(db, work)
}

/**
 * Restores a deleted reservation with the status it had. Within the undo window this is an undo, so the guest receives
 * no email. The constraint `one_party_per_table` refuses it where another party has the table now. Tables that go
 * off sale for an event need the agreement of staff.
 */
export async function restoreReservation(
  deps: ActorDeps,
  id: string,
  agreedOffSale?: readonly string[],
): Promise<Result<null, UndoRefusal | OffSaleRefusal>> {
  const { db, now, actor } = deps
  if (!may(actor.role, 'reservations.delete')) return no(NOT_ALLOWED)
  const work = async (trx: Db): Promise<Result<null, UndoRefusal | OffSaleRefusal>> => {
    const before = await lockBooking(trx, id)
    if (!before?.deletedAt) return no(NOT_FOUND)
    const act = (await listPendingChanges(trx, id)).at(-1)
    if (act?.kind === 'deleted' && act.undoUntil > now)
      return undoInTransaction({ ...deps, db: trx }, id, act.id)
    const { status, isMerged } = await findDeletion(trx, id)
    if (isMerged) return no(refused(MERGED))
    const after = restoredState(before, status)
    const isBack = after.status !== 'cancelled'
    const leftAt = await leaving(trx, before)
    const offSale = isBack && (await findOffSaleAgain({ db: trx, now }, { ...before, leftAt }, agreedOffSale))
    if (offSale) return no(offSale)
    const night = isBack ? await nightAgain(trx, before) : ok({ booking: before, moved: {} })
    if (!night.ok) return night
    const { booking, moved } = night.value
    // Guests who left on a night that was moved since have their table on the new one.
    const times = { ...moved, leftAt: booking.date === before.date ? leftAt : before.leftAt }
    // Guests of another party may sit there past their end.
    if (isBack) await keepSeatedParties(trx, tablesOf(before), now)
    if (!(await tryUnlessConflict(trx, () => writeRestored(trx, id, { ...after, ...times }))))
      return refuseOccupied(trx, id, moved)
    await recordAudit(trx, actor, { action: 'restored', before: null, after: { ...booking, ...after } })
    await recordChange(trx, { actor, now, kind: 'restored', reservation: booking, status: after.status })
    return ok(null)
  }
  return inTransaction(db, work)
}

/**
 * Time since which the table of a restored party that left whole is free. Check-in goes on recording the guests of a deleted one, but it
 * has no table then, so that their leaving is written only here.
 */
async function leaving(trx: Db, { id, guestCount, leftAt }: Booking): Promise<Date | null> {
  const events = await listArrivalEvents(trx, [id])
  const last = standingEvents(events).findLast(({ kind }) => kind === 'left')
  const attendance = attendanceOf({ status: 'confirmed', guestCount, leftAt: null, events })
  return leftAt ?? (hasLeftWhole(attendance, guestCount) && last ? new Date(last.happenedAt) : null)
}

const MERGED =
  'This reservation was merged into another one. Split that one to give its guests a reservation of their own again.'

const restoredState = ({ status, cancelReason }: Booking, deletedStatus: Booking['status'] | null) => {
  const restored = deletedStatus ?? status
  return { status: restored, cancelReason: restored === 'cancelled' ? cancelReason : null }
}

const TRASH_HOURS = 24 * 30

/** The deleted reservations that the trash shows. */
export const listDeletedReservations = ({ db, now }: Deps) => listDeleted(db, addHours(now, -TRASH_HOURS))

/**
 * Purges reservations that were deleted before a moment, never involved a payment, and of which no guest came: the ledger and the
 * figures of a night must stay complete.
 */
export const purgeReservations = ({ db }: { readonly db: Db }, before: Date): Promise<number> =>
  inTransaction(db, async (trx) => {
    const ids = await listPurgeable(trx, before)
    if (ids.length === 0) return 0
    await deleteReservationEmails(trx, ids)
    await deleteReservations(trx, ids)
    return ids.length
  })
