import type { AffectedGuest } from '#features/reservations/affected-guests/schema.ts'
import type { StaffTable, TableForm } from './schema.ts'

/**
 * Parties that would lose their table by a change: all of them if it moves to another zone, and those it becomes too small
 * for. A new number, price or position affects no party, and a table that is taken out of use stays with those that have it.
 */
export function affectedBy(
  before: Pick<StaffTable, 'location' | 'maxGuests'>,
  after: Pick<TableForm, 'location' | 'maxGuests'>,
  guests: readonly AffectedGuest[],
): readonly AffectedGuest[] {
  if (before.location !== after.location) return guests
  // A party at two combined tables is larger than either of them.
  if (after.maxGuests >= before.maxGuests) return []
  return guests.filter((guest) => guest.guestCount > after.maxGuests)
}

/** Note on a restored table whose number another table has now. */
export const renumberedText = (former: number, now: number): string =>
  `Table ${former} is taken now: restored as table ${now}.`

/**
 * Parties that staff have not agreed to leave at a table which a change takes out of use; none where it stays in use or was not.
 */
export const unagreedParties = (
  before: Pick<StaffTable, 'isAvailable'>,
  after: Pick<TableForm, 'isAvailable'>,
  { parties, agreed }: { readonly parties: readonly AffectedGuest[]; readonly agreed: readonly string[] },
): readonly AffectedGuest[] =>
  before.isAvailable && !after.isAvailable ? parties.filter(({ id }) => !agreed.includes(id)) : []
