import type { AffectedGuest } from '#features/reservations/affected-guests/schema.ts'
import type { StaffTable, TableForm } from './schema.ts'

/**
 * Parties that would lose their table by a change: all of them if it is taken out of service or moves to another zone,
 * and those it becomes too small for. A new number, price or position affects no party.
 */
export function affectedBy(
  before: Pick<StaffTable, 'isAvailable' | 'location' | 'maxGuests'>,
  after: Pick<TableForm, 'isAvailable' | 'location' | 'maxGuests'>,
  guests: readonly AffectedGuest[],
): readonly AffectedGuest[] {
  if ((before.isAvailable && !after.isAvailable) || before.location !== after.location) return guests
  // A party at two combined tables is larger than either of them.
  if (after.maxGuests >= before.maxGuests) return []
  return guests.filter((guest) => guest.guestCount > after.maxGuests)
}

/** Note on a restored table whose number another table has now. */
export const renumberedText = (former: number, now: number): string =>
  `Table ${former} is taken now: restored as table ${now}.`
