import { dueAtVenue } from '#features/reservations/rules.ts'
import { formatPhone } from '#lib/phone.ts'
import type { Db } from '#platform/db/db.ts'
import type { ChangeOfPlan, AffectedGuest, NightGuest } from './schema.ts'
import { listGuestsOf, listStanding } from './store.ts'

export { listOverlappingDinners } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

/**
 * Who has a table on a night that is not over, or at a table from now on, or at two tables pushed together: nobody takes
 * it from under them.
 */
export const listAffected = ({ db, now }: Deps, changeOfPlan: ChangeOfPlan): Promise<AffectedGuest[]> =>
  listStanding(db, changeOfPlan, now)

/** The guests of a night as the door needs them: with what is still to be paid, and no other money. */
export async function listNightGuests({ db, now }: Deps, eventId: string): Promise<NightGuest[]> {
  const rows = await listGuestsOf(db, eventId, now)
  return rows.map(({ totalCents, allowanceCents, receivedCents, ...guest }) => ({
    ...guest,
    guestPhone: guest.guestPhone === null ? null : formatPhone(guest.guestPhone),
    dueCents: dueAtVenue({ ...guest, totalCents, allowanceCents, receivedCents }),
  }))
}
