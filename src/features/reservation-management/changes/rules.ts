import type { ReservationStatus } from '#features/reservations/schema.ts'
import type { EmailFacts, StatusEmail, PendingChange } from './schema.ts'

/** The email kind for a status change by staff; null once the reservation has begun, or without change or address. */
export function emailOnStatus(
  { type, startsAt, guestEmail }: EmailFacts,
  { from, to }: { readonly from: ReservationStatus; readonly to: ReservationStatus },
  now: Date,
): StatusEmail | null {
  if (from === to || startsAt <= now || guestEmail === '') return null
  if (to === 'confirmed') return type === 'dining' ? 'dinner_confirmed' : 'confirmation'
  if (to !== 'cancelled') return null
  if (type === 'dining') return 'dinner_cancelled'
  // A pending night reservation is an unpaid hold: the guest received no confirmation that a cancellation would revoke.
  return from === 'confirmed' ? 'cancelled' : null
}

/** The status that the guest last knew: the one before the first change whose email is still to come. */
export const lastEmailedStatus = (
  unfinished: readonly PendingChange[],
  current: ReservationStatus,
): ReservationStatus => unfinished[0]?.before.status ?? current
