import { queueMail } from '#features/mails/service.ts'
import { requestFullRefund } from '#features/refunds/service.ts'
import { canCancel } from '#features/reservations/rules.ts'
import { cancelReservation, takeReservation } from '#features/reservations/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import type { Db } from '#platform/db.ts'

type Deps = { readonly db: Db; readonly now: Date }

/**
 * A guest cancels a table by the link in the email: the table is free again and all of the money goes back. Answers how
 * much of it is refunded online and how much is given back at the venue, in cents. The notice it needs is the one that
 * the settings say now.
 */
export async function cancelByGuest(
  { db, now }: Deps,
  reservationId: string,
): Promise<
  Result<{ refundCents: number; giveBackCents: number }, 'not_found' | 'not_confirmed' | 'too_late'>
> {
  return db.transaction().execute(async (tx) => {
    const reservation = await takeReservation(tx, reservationId)
    if (!reservation || reservation.deletedAt) return no('not_found')
    const { status, startsAt } = reservation
    const { changeNoticeHours: noticeHours } = await loadVenue({ db: tx })
    const allowed = canCancel({ status, startsAt, noticeHours }, now)
    if (allowed !== 'yes') return no(allowed)
    await cancelReservation(tx, reservationId, 'guest')
    const refunded = await requestFullRefund(tx, reservationId, { reason: 'guest' })
    await queueMail(tx, reservationId, 'cancelled')
    return ok(refunded)
  })
}
