import { recordActivity } from '#features/audit-log/service.ts'
import { lockActiveBooking } from '#features/reservation-management/service.ts'
import { findSpecialRequests, setGuestContact } from '#features/reservations/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import type { Db } from '#platform/db/db.ts'
import { countOne, type Limit } from '#platform/security/rate-limit.ts'
import type { ContactForm } from './schema.ts'

type Deps = { readonly db: Db; readonly now: Date }

const CHANGES: Limit = { times: 10, withinS: 3600 }

export type ContactRefusal = 'not_found' | 'not_live' | 'too_often'

/**
 * Stores the phone number and the special requests that a guest typed on their own page, until the reservation begins. The
 * party keeps its table, so nothing else is asked; the audit log says that it was the guest.
 */
export async function changeContactByGuest(
  { db, now }: Deps,
  id: string,
  { phone, requests }: ContactForm,
): Promise<Result<null, ContactRefusal>> {
  if (!(await countOne(db, `guest contact ${id}`, CHANGES)).ok) return no('too_often')
  return db.transaction().execute(async (trx) => {
    const booking = await lockActiveBooking(trx, id)
    if (!booking) return no('not_found')
    const isLive = booking.status === 'confirmed' || (booking.status === 'pending' && !booking.heldUntil)
    if (!isLive || booking.startsAt <= now) return no('not_live')
    const former = await findSpecialRequests(trx, id)
    if (booking.guestPhone === phone && former === requests) return ok(null)
    await setGuestContact(trx, id, { guestPhone: phone, specialRequests: requests || null })
    await recordActivity(trx, {
      actor: { id: null, name: 'Guest' },
      action: 'updated',
      entity: 'reservation',
      entityId: id,
      before: { guestName: booking.guestName, guestPhone: booking.guestPhone, specialRequests: former },
      after: { guestName: booking.guestName, guestPhone: phone, specialRequests: requests },
    })
    return ok(null)
  })
}
