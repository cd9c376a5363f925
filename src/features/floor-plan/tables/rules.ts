import type { AffectedGuest } from '#features/reservations/affected-guests/schema.ts'
import type { StaffTable, TableForm } from './schema.ts'

/**
 * Whose table a change would take away, of those who have it: all of them where it goes out of the room or into another
 * part of it, and those it becomes too small for. A new number, price or place leaves everyone where they are.
 */
export function affectedBy(
  before: Pick<StaffTable, 'isAvailable' | 'location' | 'maxGuests'>,
  after: Pick<TableForm, 'isAvailable' | 'location' | 'maxGuests'>,
  guests: readonly AffectedGuest[],
): readonly AffectedGuest[] {
  if ((before.isAvailable && !after.isAvailable) || before.location !== after.location) return guests
  // A party at two tables pushed together is larger than each of them.
  if (after.maxGuests >= before.maxGuests) return []
  return guests.filter((guest) => guest.guestCount > after.maxGuests)
}
