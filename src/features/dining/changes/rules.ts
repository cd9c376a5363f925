import { MAX_GUESTS, needsStaff } from '#features/dining/rules.ts'
import { formatPhone } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'

/**
 * The largest party that a dinner can have after a change by its guest. Staff confirm a large one, which would cost the guest
 * their table or their confirmed dinner meanwhile.
 */
export const largestChange = (
  venue: Pick<Venue, 'largePartySize'>,
  { guestCount, hasTable }: { readonly guestCount: number; readonly hasTable: boolean },
): number => {
  if (!needsStaff(venue, guestCount)) return Math.min(MAX_GUESTS, venue.largePartySize - 1)
  return hasTable ? Math.min(MAX_GUESTS, guestCount) : MAX_GUESTS
}

/** Says that a party of this size cannot be changed to online. */
export const largePartyText = (guests: number, phone: string): string =>
  `We confirm a party of ${guests} ourselves. Your dinner is unchanged. Please call us at ${formatPhone(phone)}.`
