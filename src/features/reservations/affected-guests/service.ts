import { dueAtVenue } from '#features/reservations/rules.ts'
import { formatPhone } from '#lib/phone.ts'
import type { Db } from '#platform/db/db.ts'
import type { ChangeOfPlan, AffectedGuest, NightGuest } from './schema.ts'
import { listGuestsOf, listActive } from './store.ts'

export { listOverlappingDinners } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

/**
 * Guests with a reservation for an event, a table or two combined tables that has not ended. A change that would take
 * their event or table away is refused. The caller has locked the event or the tables.
 */
export const listAffected = ({ db, now }: Deps, changeOfPlan: ChangeOfPlan): Promise<AffectedGuest[]> =>
  listActive(db, changeOfPlan, now)

/** Guests of an event for door staff, who see the amount due and no other payment data. */
export async function listNightGuests({ db, now }: Deps, eventId: string): Promise<NightGuest[]> {
  const rows = await listGuestsOf(db, eventId, now)
  return rows.map(({ totalCents, allowanceCents, receivedCents, priceRefundedCents, ...guest }) => ({
    ...guest,
    guestPhone: guest.guestPhone === null ? null : formatPhone(guest.guestPhone),
    dueCents: dueAtVenue({ ...guest, totalCents, allowanceCents, receivedCents, priceRefundedCents }),
  }))
}
