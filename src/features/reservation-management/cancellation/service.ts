import { enqueueEmail } from '#features/emails/service.ts'
import { requestFullRefund } from '#features/payments/refunds/service.ts'
import { hasArrived } from '#features/reservation-management/arrivals/service.ts'
import { lockActiveBooking, findBooking } from '#features/reservation-management/service.ts'
import { canCancel, feesIn, MOVE_FEE } from '#features/reservations/rules.ts'
import { seenNight } from '#features/reservations/seen/rules.ts'
import {
  cancelReservation,
  findReservation,
  lockReservation,
  listPriceLines,
} from '#features/reservations/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { writeKept } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

/**
 * Cancels a reservation by the link in the guest's email: releases the table, refunds everything but fees for moving to
 * another night, and enqueues the email, in one transaction. Returns the amounts in cents that are refunded online and at the venue. The notice period
 * is the one in the settings at this moment. A repeated click finds the reservation cancelled and returns
 * `not_confirmed`. A party that has begun to arrive is a matter for staff. `seen` is what the form showed: a night that was changed
 * meanwhile stays.
 */
export async function cancelByGuest(
  { db, now }: Deps,
  reservationId: string,
  seen: string | null = null,
): Promise<
  Result<
    { refundCents: number; venueRefundCents: number },
    'not_found' | 'not_confirmed' | 'too_late' | 'arrived' | 'changed'
  >
> {
  return inTransaction(db, async (tx) => {
    const reservation = await lockReservation(tx, reservationId)
    if (!reservation || reservation.deletedAt) return no('not_found')
    const { changeNoticeHours: noticeHours } = await loadVenue({ db: tx })
    const allowed = canCancel({ ...reservation, noticeHours }, now)
    if (allowed !== 'yes') return no(allowed)
    if (await hasArrived(tx, reservationId)) return no('arrived')
    if (await isChanged(tx, reservationId, seen)) return no('changed')
    await cancelReservation(tx, reservationId, 'guest')
    await keepFees(tx, reservationId)
    const refunded = await requestFullRefund(tx, reservationId, { reason: 'guest' })
    await enqueueCancelled(tx, reservation)
    return ok(refunded)
  })
}

/** Enqueues the email of one cancellation. A reservation that staff confirm again can be cancelled again, at another version. */
const enqueueCancelled = (trx: Db, { id, version }: { readonly id: string; readonly version: number }) =>
  enqueueEmail(trx, id, { kind: 'cancelled', dedupeKey: String(version) })

/** Whether a night is no longer the one that a form showed. The caller has locked it. */
async function isChanged(trx: Db, id: string, seen: string | null): Promise<boolean> {
  if (seen === null) return false
  const night = await findReservation({ db: trx }, id)
  return night === null || seen !== seenNight(night)
}

/** Keeps the fees in the price, as far as they were received. */
async function keepFees(trx: Db, id: string): Promise<void> {
  const { openCents = 0, keptCents = 0 } = (await findBooking(trx, id)) ?? {}
  const feeCents = Math.min(openCents, feesIn(await listPriceLines(trx, id)))
  if (feeCents > 0) await writeKept(trx, id, { keptCents: keptCents + feeCents, keptReason: MOVE_FEE })
}

const KEPT_REASON = 'The guest gave up the table after the deadline.'

/**
 * Cancels a night table after the deadline, before the night begins. Nothing is refunded, as the page said before: what was
 * received is kept, except for a credit, which stays the guest's, and for a refund that failed, which is still owed. It is
 * refunded once the tables are sold again if the setting says so now, as the page did. Before the deadline it is a usual
 * cancellation.
 */
export async function giveUpByGuest(
  { db, now }: Deps,
  reservationId: string,
  seen: string | null = null,
): Promise<Result<null, 'not_found' | 'not_confirmed' | 'over' | 'arrived' | 'changed'>> {
  const cancelled = await cancelByGuest({ db, now }, reservationId, seen)
  if (cancelled.ok) return ok(null)
  if (cancelled.reason !== 'too_late') return no(cancelled.reason)
  return inTransaction(db, async (tx) => {
    const booking = await lockActiveBooking(tx, reservationId)
    if (!booking) return no('not_found')
    if (booking.status !== 'confirmed') return no('not_confirmed')
    if (booking.startsAt <= now) return no('over')
    if (await hasArrived(tx, reservationId)) return no('arrived')
    if (await isChanged(tx, reservationId, seen)) return no('changed')
    await cancelReservation(tx, reservationId, 'guest')
    const found = await findBooking(tx, reservationId)
    const { openCents = 0, keptCents = 0, creditCents = 0 } = found ?? {}
    const owedCents = found ? Math.max(0, found.priceRefundedCents - found.refundedCents) : 0
    const lostCents = openCents - creditCents - owedCents
    const { refundResoldTables: isRefundedIfResold } = await loadVenue({ db: tx })
    if (lostCents > 0)
      await writeKept(tx, reservationId, {
        keptCents: keptCents + lostCents,
        keptReason: KEPT_REASON,
        isRefundedIfResold,
      })
    await enqueueCancelled(tx, booking)
    return ok(null)
  })
}
