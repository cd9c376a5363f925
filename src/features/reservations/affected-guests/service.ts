import { dueAtVenue } from '#features/reservations/rules.ts'
import { formatPhone } from '#lib/phone.ts'
import type { Db } from '#platform/db/db.ts'
import type { ChangeOfPlan, AffectedGuest, NightGuest, TableParty } from './schema.ts'
import { listGuestsOf, listActive, listPartiesAt } from './store.ts'

export { listOverlappingDinners } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

/**
 * Guests with a reservation for an event, a table or two combined tables that has not ended. A change that would take
 * their event or table away is refused. The caller has locked the event or the tables.
 */
export const listAffected = ({ db, now }: Deps, changeOfPlan: ChangeOfPlan): Promise<AffectedGuest[]> =>
  listActive(db, changeOfPlan, now)

/** Parties that have one of these tables and have not ended, those whose guests are paying for it included. */
export const listPartiesAtTables = ({ db, now }: Deps, ids: readonly string[]): Promise<TableParty[]> =>
  listPartiesAt(db, { ids }, now)

/**
 * Parties that need another table, because theirs is not in use any more. A guest who is paying counts once the payment is
 * made: the hold may lapse.
 */
export const listPartiesToMove = ({ db, now }: Deps): Promise<TableParty[]> =>
  listPartiesAt(db, 'not_in_use', now)

/** Guests of an event for door staff, who see the amount due and no other payment data. */
export async function listNightGuests({ db, now }: Deps, eventId: string): Promise<NightGuest[]> {
  const rows = await listGuestsOf(db, eventId, now)
  return rows.map(({ totalCents, allowanceCents, receivedCents, priceRefundedCents, ...guest }) => ({
    ...guest,
    guestPhone: guest.guestPhone === null ? null : formatPhone(guest.guestPhone),
    dueCents: dueAtVenue({ ...guest, totalCents, allowanceCents, receivedCents, priceRefundedCents }),
  }))
}
